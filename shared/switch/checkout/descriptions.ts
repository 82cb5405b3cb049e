import type { Descriptions } from '#platform/http/operation/descriptions.ts';

export const descriptions: Descriptions = {
  groups: { checkout: 'The payment form in pages of shops.' },
  properties: {
    ephemeral_key: "An ephemeral key of the payment's customer, who may then remove saved methods.",
    layout: 'How the ways to pay stand: `accordion` or `tabs`.',
    origin: 'The origin of the page around the form, which alone may frame it.',
    pay_button: 'Whether the form has a button of its own.',
    publishable_key: "The merchant's publishable key.",
  },
};
