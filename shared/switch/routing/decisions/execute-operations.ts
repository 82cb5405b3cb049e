import * as v from 'valibot';
import { ThreeDsDecision } from '#merchants/routing-settings/three-ds-decision-rule.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier, integer, text } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import { countryNames } from '../rules/country-names.ts';

/** A country by the name that rules have for it. */
const CountryName = v.picklist(Object.values(countryNames));

/** A merchant's description of a payment; the answer is how to authenticate its customer. */
export const ExecuteDecisionRequest = v.strictObject({
  routing_id: Identifier,
  payment: v.strictObject({ amount: integer(0, Number.MAX_SAFE_INTEGER), currency: Currency }),
  payment_method: given(
    v.strictObject({
      card_network: CardNetwork,
      card_discovery: v.picklist(['manual', 'saved_card', 'click_to_pay']),
    }),
  ),
  customer_device: given(
    v.strictObject({
      platform: given(v.picklist(['web', 'android', 'ios'])),
      device_type: given(v.picklist(['mobile', 'tablet', 'desktop', 'gaming_console'])),
      /** Width and height in pixels, such as `size320x568`. */
      display_size: given(v.pipe(text(32), v.regex(/^size\d+x\d+$/, 'invalid display size'))),
    }),
  ),
  issuer: given(v.strictObject({ name: given(text(255)), country: CountryName })),
  acquirer: given(v.strictObject({ country: CountryName, fraud_rate: given(v.number()) })),
});
export type ExecuteDecisionRequest = v.InferOutput<typeof ExecuteDecisionRequest>;

export const ExecuteDecisionResponse = v.object({ decision: ThreeDsDecision });

export const executeThreeDsDecision = defineOperation({
  name: 'routing.execute-three-ds-decision',
  method: 'POST',
  path: '/three_ds_decision/execute',
  summary: 'Ask an algorithm how to authenticate the customer of a payment',
  about: {
    description:
      'Answers how an algorithm of kind `three_ds_decision_rule` would authenticate the customer of a payment. The merchant describes the payment; nothing is stored.',
  },
  auth: 'secret key',
  body: ExecuteDecisionRequest,
  repeats: 'only read',
  response: ExecuteDecisionResponse,
  errors: ['routing_algorithm_not_found', 'precondition_failed'],
  access: { table: ['GetItem'] },
  impact: 'Merchants cannot ask how to authenticate customers; payments continue.',
  example: {
    body: {
      routing_id: 'routing_three_ds',
      payment: { amount: 10_000, currency: 'EUR' },
      payment_method: { card_network: 'Visa', card_discovery: 'manual' },
      issuer: { name: 'Example Bank', country: 'Germany' },
    },
  },
});
