import { ownMember } from '#platform/own-member.ts';
import { shortened } from '../formats/hashes.ts';

/**
 * The limit of Worldpay's references of a payment, a settlement or a refund, in characters.
 *
 * @see https://developer.worldpay.com/products/reference/formatting
 */
const longestTransactionReference = 64;

/** Our reference of a payment as Worldpay takes it: one that is too long is sent as its hash. */
export const transactionReference = (reference: string): string =>
  shortened(reference, longestTransactionReference);

/** Whether it stands for a longer one, which cannot be read back from it. */
export const isHashed = (reference: string): boolean => /^[0-9a-f]{64}$/.test(reference);

/** How a reference begins that has more than letters, digits and underscores. */
const escaped = 'x-';

/**
 * Our reference in the form of settlements and refunds: letters, digits and hyphens, which stand
 * for underscores. One that has hyphens or dots spells all three out: `a-b_c.d` is `x-a-hb-uc-dd`.
 */
export const hyphenated = (reference: string): string =>
  /[-.]/.test(reference) || reference.startsWith('x_')
    ? `${escaped}${reference.replaceAll('-', '-h').replaceAll('_', '-u').replaceAll('.', '-d')}`
    : reference.replaceAll('_', '-');

/** Our reference from its hyphenated form. */
export const unhyphenated = (reference: string): string =>
  reference.startsWith(escaped)
    ? reference
        .slice(escaped.length)
        .replace(/-[hud]/g, (spelt) => ownMember(spelled, spelt) ?? spelt)
    : reference.replaceAll('-', '_');

const spelled: Readonly<Record<string, string>> = { '-h': '-', '-u': '_', '-d': '.' };
