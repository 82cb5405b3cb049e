import type {
  PayoutDestination,
  PayoutInstruction,
  PayoutReference,
} from '#connectors/interface/payouts.ts';

/** A person whose name and address are known. */
export const payee: PayoutInstruction['payee'] = {
  customerId: 'cus_1',
  isCompany: false,
  name: 'Joseph Doe',
  firstName: 'Joseph',
  lastName: 'Doe',
  email: 'joseph.doe@example.com',
  address: { line1: 'Hoofdstraat 1', city: 'Amsterdam', zip: '1011AB', country: 'NL' },
};

/** Destinations of published test numbers, by their kind. */
export const destinations = {
  card: {
    kind: 'card',
    account: '4242424242424242',
    details: {
      card_number: '4242424242424242',
      expiry_month: '03',
      expiry_year: '2030',
      card_holder_name: 'Joseph Doe',
    },
  },
  sepa: {
    kind: 'bank',
    account: 'NL91ABNA0417164300',
    details: { iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
  },
  bacs: {
    kind: 'bank',
    account: '00012345',
    details: { bank_account_number: '00012345', bank_sort_code: '10-88-00' },
  },
  ach: {
    kind: 'bank',
    account: '000123456789',
    details: { bank_account_number: '000123456789', bank_routing_number: '110000000' },
  },
  paypal: {
    kind: 'wallet',
    account: 'joseph.doe@example.com',
    details: { paypal: { email: 'joseph.doe@example.com' } },
  },
  venmo: {
    kind: 'wallet',
    account: '408-234-1234',
    details: { venmo: { telephone_number: '408-234-1234' } },
  },
} as const satisfies Record<string, PayoutDestination>;

/** A payout of 65.40 euros to an IBAN, as an adapter gets it. */
export const anInstruction = (
  connectorName: string,
  given: Partial<PayoutInstruction> = {},
): PayoutInstruction => ({
  reference: 'payout_1_1',
  connectorName,
  amountMinor: 6540,
  currency: 'EUR',
  destination: destinations.sepa,
  payee,
  fulfill: true,
  ...given,
});

/** The same without what only its creation knows. */
export const aPayoutReference = (
  connectorName: string,
  given: Partial<PayoutReference> = {},
): PayoutReference => ({
  reference: 'payout_1_1',
  connectorName,
  amountMinor: 6540,
  currency: 'EUR',
  ...given,
});
