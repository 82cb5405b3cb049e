import { type Descriptions, describeSchema } from '#platform/http/operation/descriptions.ts';
import { ConnectorFeatures, SupportedPaymentMethod } from './operations.ts';

export const descriptions: Descriptions = {
  groups: { 'feature-matrix': 'What each connector can do.' },
  properties: {
    connector_count: 'How many connectors follow.',
    connectors: 'The connectors, by name.',
  },
  schemas: [
    describeSchema(ConnectorFeatures, {
      name: 'The `connector_name`, in capital letters as Hyperswitch has it.',
      display_name: 'The name of the processor.',
      description: 'What it is for, in a sentence.',
      base_url:
        'Where this deployment asks it, unless the account or the operator says otherwise; `null` for the simulated processor.',
      category: 'What kind of company it is.',
      integration_status:
        'How far it is tried: `live` with real money, `sandbox` or `beta` wholly or partly at its test host, `alpha` against recorded exchanges.',
      supported_payment_methods: 'The payment methods that it takes.',
      supported_webhook_flows: 'What its webhooks are about.',
    }),
    describeSchema(SupportedPaymentMethod, {
      payment_method_type_display_name: 'The name of the type for people.',
      mandates: 'Whether it is stored for charges without the customer.',
      refunds: 'Whether it is refunded.',
      supported_capture_methods: 'How it is captured.',
      three_ds: 'Whether the processor itself authenticates the customer. Of cards.',
      no_three_ds: 'Whether it takes cards without authentication.',
      supported_card_networks: 'The card networks that it takes.',
      supported_countries:
        'Countries of the billing address by ISO 3166-1 alpha-3; `null` stands for all.',
      supported_currencies: '`null` stands for all currencies.',
    }),
  ],
};
