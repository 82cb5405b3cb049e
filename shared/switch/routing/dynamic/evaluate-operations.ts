import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, integer, text } from '#platform/schema.ts';

const words = v.nullable(v.string());

/** A payment that is asked about; names are as published, in camel case. */
export const DecideGatewayRequest = v.object({
  /** The merchant's id stands for its usual profile; a profile's id for itself. */
  merchantId: Identifier,
  paymentInfo: v.object({
    paymentId: Identifier,
    amount: integer(0, Number.MAX_SAFE_INTEGER),
    currency: text(3, 3),
    paymentType: text(64),
    metadata: text(4_096),
    paymentMethodType: chosenName(64),
    paymentMethod: chosenName(64),
    cardIsin: text(8),
  }),
  /** Connectors, or accounts as `connector:account`; all enabled ones unless stated. */
  eligibleGatewayList: given(v.pipe(v.array(chosenName(160)), v.maxLength(100))),
  rankingAlgorithm: given(
    v.picklist(['SR_BASED_ROUTING', 'PL_BASED_ROUTING', 'NTW_BASED_ROUTING']),
  ),
  eliminationEnabled: given(v.boolean()),
});
export type DecideGatewayRequest = v.InferOutput<typeof DecideGatewayRequest>;

export const DecidedGateway = v.object({
  decided_gateway: words,
  /** Success rates from 0 to 1, by account. */
  gateway_priority_map: v.nullable(v.record(v.string(), v.number())),
  routing_approach: words,
  gateway_before_evaluation: words,
});
export type DecidedGateway = v.InferOutput<typeof DecidedGateway>;

export const decideGateway = defineOperation({
  name: 'routing.evaluate',
  method: 'POST',
  path: '/routing/evaluate',
  summary: 'Retrieve the account that learned routing would try first',
  about: {
    description:
      'Answers which connector account learned routing would try first for such a payment. Nothing is stored, and no connector is asked.',
    differs:
      'Answers the account, the rates and the approach, without the tags, filters and outages of Hyperswitch’s decision engine. `NTW_BASED_ROUTING` is refused with 400 `IR_16`: costs of networks are not known.',
  },
  auth: 'secret key',
  body: DecideGatewayRequest,
  repeats: 'only read',
  response: DecidedGateway,
  errors: ['profile_not_found', 'precondition_failed'],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot ask what was learned; payments continue.',
  example: {
    body: {
      merchantId: 'pro_example',
      paymentInfo: {
        paymentId: 'pay_1',
        amount: 6_540,
        currency: 'EUR',
        paymentType: 'ORDER_PAYMENT',
        metadata: '{}',
        paymentMethodType: 'credit',
        paymentMethod: 'card',
        cardIsin: '424242',
      },
    },
  },
});

// biome-ignore format: words read better in rows.
const TransactionStatus = v.picklist([
  'STARTED', 'AUTHENTICATION_FAILED', 'JUSPAY_DECLINED', 'PENDING_VBV', 'V_B_V_SUCCESSFUL',
  'AUTHORIZED', 'AUTHORIZATION_FAILED', 'CHARGED', 'AUTHORIZING', 'C_O_D_INITIATED', 'VOIDED',
  'VOIDED_POST_CHARGE', 'VOID_INITIATED', 'NOP', 'CAPTURE_INITIATED', 'CAPTURE_FAILED',
  'VOID_FAILED', 'AUTO_REFUNDED', 'PARTIAL_CHARGED', 'TO_BE_CHARGED', 'PENDING', 'FAILURE',
  'DECLINED',
]);

export const FeedbackRequest = v.object({
  merchantId: Identifier,
  /** A connector, or an account as `connector:account`. */
  gateway: chosenName(160),
  status: TransactionStatus,
  paymentId: Identifier,
});
export type FeedbackRequest = v.InferOutput<typeof FeedbackRequest>;

export const giveFeedback = defineOperation({
  name: 'routing.feedback',
  method: 'POST',
  path: '/routing/feedback',
  summary: 'Report the outcome of a payment, for learned routing',
  about: {
    description:
      'Counts what became of a payment, once for each payment and account. Outcomes of the switch’s own payments are counted without it.',
  },
  auth: 'secret key',
  body: FeedbackRequest,
  response: v.object({ message: v.string() }),
  errors: ['profile_not_found', 'payment_not_found', 'invalid_request', 'concurrent_update'],
  access: { table: ['GetItem', 'Query', 'PutItem'] },
  impact: 'Merchants cannot report outcomes; those of payments are still learned.',
  example: {
    body: {
      merchantId: 'merchant_example',
      gateway: 'stripe_test',
      status: 'CHARGED',
      paymentId: 'pay_captured',
    },
  },
});
