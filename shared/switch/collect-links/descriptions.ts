import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { 'collect-links': 'Pages of the switch on which customers save a card.' },
  properties: {
    pm_collect_link_id:
      'The link: its merchant may choose the identifier, else it begins with `pm_collect_link_`.',
    customer_id: 'The customer for whom the card is saved.',
    expiry: 'When the link ends, ISO 8601 in UTC.',
    link: 'The address of the page.',
    session_expiry: 'How long the link is valid, in seconds.',
    return_url: 'A page of the merchant, to which the customer returns afterwards.',
    logo: 'The address of a picture that the page shows.',
    merchant_name: 'The name that the page shows.',
    theme: 'The colour of the page: `#` and hexadecimal digits.',
    enabled_payment_methods: 'The payment methods that the customer may save.',
    payment_method: 'A family of payment methods: only `card` can be saved.',
    payment_method_types: 'The types of the family.',
  },
};
