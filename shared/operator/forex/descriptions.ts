import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { forex: 'Exchange rates of the operator, for all merchants.' },
  properties: {
    amount: 'The amount in minor units of `from_currency`.',
    base_currency: 'The currency to which the factors lead.',
    conversion: 'The factors of each currency.',
    converted_amount:
      'The amount in units of `currency`, as text with all its decimals; it is not rounded.',
    currency: 'The currency of the converted amount.',
    data: 'The exchange rates.',
    from_currency: 'The currency of the amount.',
    from_factor: 'What one unit of the currency is in the base currency.',
    timestamp: 'When the rates were set, in seconds since 1970.',
    to_currency: 'The currency that is wanted.',
    to_factor: 'What one unit of the base currency is in the currency.',
  },
};
