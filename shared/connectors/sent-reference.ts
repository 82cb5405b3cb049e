import { createHash } from 'node:crypto';
import { lettersAndDigits } from '#platform/ids.ts';

/**
 * The number under which a processor gets a payment, a capture, a refund or a payout of ours: our
 * id of it, a dot, and the mark of the connector account, as in `pay_1_1.4fGh27Kq`.
 *
 * Merchants choose the ids of payments and refunds, and two of them may share an account at a
 * processor. With the mark no other merchant's number is the same: no idempotency key brings the
 * charge of the other as an answer, no search finds it, and no webhook about it names one of ours.
 */
export const sentReference = (id: string, mark: string | undefined): string =>
  mark === undefined ? id : `${id}${separator}${mark}`;

/** The mark of a connector account: 8 letters and digits. The switch draws the id of an account. */
export const markOf = (accountId: string): string =>
  lettersAndDigits(createHash('sha256').update(accountId).digest(), 8);

/** The mark in a number that a processor repeats; undefined where it has none. */
export const markInReference = (reference: string): string | undefined =>
  /\.([0-9A-Za-z]{8})$/.exec(reference)?.[1];

/** Our id in a number that a processor repeats, with any account's mark or none. */
export const idInReference = (reference: string): string =>
  reference.replace(/\.[0-9A-Za-z]{8}$/, '');

/** No id of ours has it. */
const separator = '.';
