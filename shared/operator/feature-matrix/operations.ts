import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { CardNetwork, PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';

const Support = v.picklist(['supported', 'not_supported']);

export const SupportedPaymentMethod = v.object({
  payment_method: PaymentMethod,
  payment_method_type: PaymentMethodType,
  payment_method_type_display_name: v.string(),
  mandates: Support,
  refunds: Support,
  supported_capture_methods: v.array(v.string()),
  three_ds: v.optional(Support),
  no_three_ds: v.optional(Support),
  supported_card_networks: v.optional(v.array(CardNetwork)),
  supported_countries: v.nullable(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)))),
  supported_currencies: v.nullable(v.array(Currency)),
});
export type SupportedPaymentMethod = v.InferOutput<typeof SupportedPaymentMethod>;

export const ConnectorFeatures = v.object({
  name: v.string(),
  display_name: v.string(),
  description: v.string(),
  base_url: v.nullable(v.string()),
  category: v.picklist(['payment_gateway']),
  integration_status: v.picklist(['live', 'sandbox', 'beta', 'alpha']),
  supported_payment_methods: v.array(SupportedPaymentMethod),
  supported_webhook_flows: v.array(
    v.picklist(['payments', 'refunds', 'disputes', 'mandates', 'payouts']),
  ),
});
export type ConnectorFeatures = v.InferOutput<typeof ConnectorFeatures>;

export const FeatureMatrixResponse = v.object({
  connector_count: v.number(),
  connectors: v.array(ConnectorFeatures),
});
export type FeatureMatrixResponse = v.InferOutput<typeof FeatureMatrixResponse>;

export const retrieveFeatureMatrix = defineOperation({
  name: 'feature-matrix.retrieve',
  method: 'GET',
  path: '/feature_matrix',
  summary: 'List the abilities of each connector',
  about: {
    description:
      'Answers with the connectors of this deployment, each with the payment methods that it takes. Payments are routed by the same data. It needs no key.',
  },
  auth: 'none',
  response: FeatureMatrixResponse,
  errors: [],
  // It lists the sandbox processor only where that is deployed.
  access: { sandbox: true },
  impact: 'Pages that show what connectors can do stay empty; payments continue.',
  example: {},
});
