/** Test cards by their outcome: docs/test-payment-methods.md has all. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  later: '4000000000000077',
  challenged: '4000003800000446',
  refundFails: '4000000000009235',
  disputed: '4000000000002685',
} as const;

export const payoutCards = {
  good: '4000056655665556',
  declined: '4000000000000002',
  later: '4000000000000077',
  comesBack: '4000000000000259',
} as const;
