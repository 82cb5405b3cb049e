import { ownMember } from '#platform/own-member.ts';
import { isRoutingNumber } from '#vocabulary/account-numbers/routing-number.ts';
import type { FieldKind, NumberKind } from './typed-field.ts';

/** A number of digits, in the groups in which a bank writes it. */
interface NumberForm {
  /** The least and the largest number of digits. */
  readonly count: readonly [min: number, max: number];
  /** The positions of the gaps; absent without groups. */
  readonly gaps?: readonly number[];
  readonly separator?: string;
  /** Whether its check digit is right; absent without one. */
  isRight?(digits: string): boolean;
}

/**
 * @see https://docs.stripe.com/api/payment_methods/create for the numbers of digits
 */
const numberForms: Readonly<Record<NumberKind, NumberForm>> = {
  'ach account': { count: [4, 17] },
  'bacs account': { count: [8, 8] },
  'becs account': { count: [4, 9] },
  'blik code': { count: [6, 6], gaps: [3], separator: ' ' },
  bsb: { count: [6, 6], gaps: [3], separator: '-' },
  'routing number': { count: [9, 9], isRight: isRoutingNumber },
  'sort code': { count: [6, 6], gaps: [2, 4], separator: '-' },
};

/** The form of a kind of number; undefined for other kinds of fields. */
export const numberForm = (kind: FieldKind): NumberForm | undefined => ownMember(numberForms, kind);
