import type { MethodAbility } from '../interface/about.ts';

export const atOnce = ['automatic', 'sequential_automatic'] as const;
export const atOnceOrLater = [...atOnce, 'manual'] as const;

/** How a processor differs from most, which charge at once or later, refund, and store. */
type Differences = Partial<Omit<MethodAbility, 'method' | 'type'>>;

/** Credit and debit cards. */
export const cards = (differences: Differences): readonly MethodAbility[] =>
  (['credit', 'debit'] as const).map((type) => ({
    method: 'card',
    type,
    captureMethods: atOnceOrLater,
    refunds: true,
    mandates: true,
    threeDs: false,
    ...differences,
  }));

/** Apple Pay and Google Pay, whose cards most processors do not store. */
export const wallets = (differences: Differences = {}): readonly MethodAbility[] =>
  (['apple_pay', 'google_pay'] as const).map((type) => ({
    method: 'wallet',
    type,
    variants: [type],
    captureMethods: atOnceOrLater,
    refunds: true,
    mandates: false,
    ...differences,
  }));

/** A card network's token in place of a card's number, which most processors do not store. */
export const networkTokens = (differences: Differences = {}): MethodAbility => ({
  method: 'network_token',
  type: 'network_token',
  // Its data have no shape.
  variants: [''],
  captureMethods: atOnceOrLater,
  refunds: true,
  mandates: false,
  ...differences,
});

/** A redirect to a bank, which charges at once. */
export const bankRedirect = (
  type: MethodAbility['type'],
  currencies: readonly string[],
  countries?: readonly string[],
): MethodAbility => ({
  method: 'bank_redirect',
  type,
  variants: [type],
  captureMethods: atOnce,
  refunds: true,
  mandates: false,
  currencies,
  ...(countries && { countries }),
});

/** A debit from a bank account in the United States, which is not stored. */
export const achDebits: MethodAbility = {
  method: 'bank_debit',
  type: 'ach',
  variants: ['ach_bank_debit'],
  captureMethods: atOnce,
  refunds: true,
  mandates: false,
  currencies: ['USD'],
};
