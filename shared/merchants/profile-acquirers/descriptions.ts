import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'profile-acquirers': 'How acquirers know a profile, which 3-D Secure asks for.' },
  properties: {
    acquirer_assigned_merchant_id: 'The number that the acquirer has given the merchant.',
    acquirer_bin: 'The number of the acquirer at the card network.',
    acquirer_country_code: 'The country of the acquirer.',
    acquirer_fraud_rate: 'The share of fraud at the acquirer, in percent.',
    acquirer_ica: 'The number of the acquirer at Mastercard.',
    is_default: 'Whether it is used where none is named.',
  },
};
