import { ownMember } from '#platform/own-member.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { CheckoutMethod } from './checkout-data.ts';
import { markName } from './mark-name.ts';

/** The marks of methods that have none of their own, by their family. */
const ofFamily: Partial<Readonly<Record<PaymentMethod, string>>> = {
  card: 'any-card',
  card_redirect: 'any-card',
  pay_later: 'any-later',
  wallet: 'any-wallet',
  real_time_payment: 'any-code',
  upi: 'upi',
  voucher: 'any-voucher',
};

/** Types with the mark of another: several types of one brand. */
const ofBrand: Partial<Readonly<Record<PaymentMethodType, string>>> = {
  pix_automatico_push: 'pix',
  pix_automatico_qr: 'pix',
  pix_emv: 'pix',
  pix_key: 'pix',
  pix_qr: 'pix',
  sepa_bank_transfer: 'sepa',
  sepa_guarenteed_debit: 'sepa',
};

/** Marks by the names that `markName` makes, as SVG. */
export type Marks = Readonly<Record<string, string>>;

/** The marks by the names that a page uses, from those by the names of their files. */
export const namedMarks = (byFile: Readonly<Record<string, string>>): Marks =>
  Object.fromEntries(Object.entries(byFile).map(([file, svg]) => [markName(file), svg]));

/** The name of a method's mark: its own, else its family's. */
export function markOf(all: Marks, method: PaymentMethod, type?: PaymentMethodType): string {
  const own = markName((type && ofBrand[type]) ?? type ?? '');
  return ownMember(all, own) === undefined ? markName(ofFamily[method] ?? 'any-bank') : own;
}

/** The marks that a page with these methods shows. */
export function marksOf(all: Marks, methods: readonly CheckoutMethod[]): Marks {
  const names = methods.flatMap(({ mark, networks = [] }) => [mark, ...networks.map(markName)]);
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => {
      const svg = ownMember(all, name);
      return svg === undefined ? [] : [[name, svg]];
    }),
  );
}
