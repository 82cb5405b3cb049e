import * as v from 'valibot';
import { RoutableChoice, RoutableConnector } from '#merchants/routing-settings/algorithm.ts';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier, integer } from '#platform/schema.ts';

/** A connector account; the connector's name is as the decision kept it. */
const DecidedAccount = v.object({
  connector: v.string(),
  merchant_connector_id: v.nullable(v.string()),
});

/** One attempt, and how its connector account was chosen. */
export const ExplainedAttempt = v.object({
  attempt_id: v.string(),
  /**
   * The attempt whose order of accounts it followed: itself, or the one that it fell through from.
   */
  decided_at: v.nullable(v.string()),
  connector: v.nullable(v.string()),
  merchant_connector_id: v.nullable(v.string()),
  routing_approach: v.nullable(v.string()),
  routing_algorithm_id: v.nullable(v.string()),
  rule: v.nullable(v.string()),
  /** In the order in which they are tried. */
  connectors: v.array(DecidedAccount),
  excluded: v.array(
    v.object({ ...DecidedAccount.entries, reason: v.string(), message: v.string() }),
  ),
  /**
   * The payment's cost at each account, in minor units; empty where it is not known or not stored.
   */
  costs: v.array(v.object({ ...DecidedAccount.entries, cost: v.number() })),
  /** Why the algorithm could not be used. */
  trouble: v.nullable(v.string()),
  /** How many accounts and reasons were not kept for want of room. */
  omitted: v.number(),
  status: v.string(),
  error_code: v.nullable(v.string()),
  error_message: v.nullable(v.string()),
});
export type ExplainedAttempt = v.InferOutput<typeof ExplainedAttempt>;

export const PaymentRouting = v.object({
  payment_id: v.string(),
  profile_id: v.string(),
  status: v.string(),
  /** Oldest first; empty before the confirm. */
  attempts: v.array(ExplainedAttempt),
});
export type PaymentRouting = v.InferOutput<typeof PaymentRouting>;

export const explainRouting = defineOperation({
  name: 'routing.explain',
  method: 'GET',
  path: '/payments/{payment_id}/routing',
  summary: 'Show the routing of a payment',
  about: {
    description:
      'Shows, attempt by attempt, how a payment found its connector account: what decided, the accounts in order, and why others fell out.',
  },
  auth: 'secret key',
  params: v.object({ payment_id: Identifier }),
  response: PaymentRouting,
  errors: ['payment_not_found'],
  notFound: 'payment_not_found',
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot see why a payment went to its processor; payments continue.',
  example: { params: { payment_id: 'pay_captured' } },
});

/** A fact of the payment that is asked about, by its key. */
const Parameter = v.variant('type', [
  v.object({ type: v.literal('number'), value: integer(0, Number.MAX_SAFE_INTEGER) }),
  v.object({ type: v.literal('enum_variant'), value: chosenName(255) }),
  v.object({ type: v.literal('str_value'), value: chosenName(255) }),
  v.object({
    type: v.literal('metadata_variant'),
    value: v.object({ key: chosenName(255), value: chosenName(255) }),
  }),
]);

export const EvaluateRoutingRequest = v.object({
  /** The profile that is asked about; the merchant's id stands for its usual profile. */
  created_by: Identifier,
  /** Shares are drawn as for this payment's first attempt. */
  payment_id: given(Identifier),
  parameters: v.pipe(
    v.record(chosenName(64), Parameter),
    v.check((all) => Object.keys(all).length <= 64, 'at most 64 parameters are allowed'),
  ),
  fallback_output: given(
    v.pipe(
      v.array(v.object({ gateway_name: RoutableConnector, gateway_id: Identifier })),
      v.maxLength(100),
    ),
  ),
});
export type EvaluateRoutingRequest = v.InferOutput<typeof EvaluateRoutingRequest>;

export const EvaluatedRouting = v.object({
  /** `success`, or `fallback` where no algorithm decided. */
  status: v.picklist(['success', 'fallback']),
  output: v.object({
    routing_approach: v.string(),
    routing_algorithm_id: v.nullable(v.string()),
    rule: v.nullable(v.string()),
    trouble: v.nullable(v.string()),
  }),
  /** The decided accounts, in order. */
  evaluated_output: v.array(RoutableChoice),
  /** The profile's enabled accounts, in fallback order. */
  eligible_connectors: v.array(RoutableChoice),
});
export type EvaluatedRouting = v.InferOutput<typeof EvaluatedRouting>;

export const evaluateRouting = defineOperation({
  name: 'routing.evaluate-rules',
  method: 'POST',
  path: '/routing/rule/evaluate',
  summary: 'Preview the routing of a payment',
  about: {
    description:
      'Answers how a payment with these facts would be routed by the active algorithm of a profile. Nothing is stored, and no connector is asked.',
  },
  auth: 'secret key',
  body: EvaluateRoutingRequest,
  repeats: 'only read',
  response: EvaluatedRouting,
  errors: ['profile_not_found'],
  access: { table: ['GetItem', 'Query'] },
  impact: 'Merchants cannot try their routing; payments continue.',
  example: {
    body: {
      created_by: 'pro_example',
      parameters: { amount: { type: 'number', value: 6_540 } },
      fallback_output: [{ gateway_name: 'fauxpay', gateway_id: 'mca_example' }],
    },
  },
});

export const SimulateRoutingRequest = v.strictObject({
  /** How many of the latest payments are asked about, up to 1,000; that many by default. */
  limit: given(integer(1, 1_000)),
});

/** Payments that would have gone from one account to another. */
const MovedPayments = v.object({
  from: v.nullable(DecidedAccount),
  /** `null`: no account would have taken them. */
  to: v.nullable(DecidedAccount),
  payments: v.number(),
  /** In minor units. */
  amounts: v.array(v.object({ currency: v.string(), amount: v.number() })),
  /** The latest of them, up to five. */
  sample_payment_ids: v.array(v.string()),
});
export type MovedPayments = v.InferOutput<typeof MovedPayments>;

export const SimulatedRouting = v.object({
  routing_algorithm_id: v.string(),
  profile_id: v.string(),
  /** Payments that were read: confirmed ones of the profile, the latest first. */
  payments: v.number(),
  /** Those that a mandate or their request bound to an account, which no algorithm moves. */
  bound: v.number(),
  unchanged: v.number(),
  moved: v.number(),
  /** The largest groups first. */
  moves: v.array(MovedPayments),
  /** How many payments the algorithm could not be used for, and why it could not first. */
  troubled: v.number(),
  trouble: v.nullable(v.string()),
});
export type SimulatedRouting = v.InferOutput<typeof SimulatedRouting>;

export const simulateRouting = defineOperation({
  name: 'routing.simulate',
  method: 'POST',
  path: '/routing/{routing_algorithm_id}/simulate',
  summary: 'Show the latest payments that an algorithm would have routed to another account',
  about: {
    description:
      'Routes the latest payments of the algorithm’s profile once more, by this algorithm, and answers which would have gone elsewhere. Nothing is stored, and no connector is asked.',
  },
  auth: 'secret key',
  params: v.object({ routing_algorithm_id: Identifier }),
  body: v.optional(SimulateRoutingRequest, {}),
  repeats: 'only read',
  response: SimulatedRouting,
  errors: ['routing_algorithm_not_found', 'precondition_failed'],
  notFound: 'routing_algorithm_not_found',
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Merchants cannot try their routing; payments continue.',
  example: { params: { routing_algorithm_id: 'routing_example' }, body: { limit: 10 } },
});
