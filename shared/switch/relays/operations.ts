import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { given, Identifier, integer, text } from '#platform/schema.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { RelayStatus } from './relay.ts';

/** In minor units. */
const Amount = integer(1, Number.MAX_SAFE_INTEGER);

export const RelayType = v.picklist(['refund', 'capture', 'incremental_authorization', 'void']);

const data = {
  refund: v.strictObject({ amount: Amount, currency: Currency, reason: given(text(255)) }),
  capture: v.strictObject({
    authorized_amount: Amount,
    amount_to_capture: Amount,
    currency: Currency,
    capture_method: given(v.picklist(['manual', 'manual_multiple'])),
  }),
  incremental_authorization: v.strictObject({
    total_amount: Amount,
    additional_amount: Amount,
    currency: Currency,
  }),
  void: v.strictObject({
    amount: given(Amount),
    currency: given(Currency),
    cancellation_reason: given(text(255)),
  }),
};

/** The relay's input, under the name of its type. */
export const RelayData = v.union([
  v.strictObject({ refund: data.refund }),
  v.strictObject({ capture: data.capture }),
  v.strictObject({ incremental_authorization: data.incremental_authorization }),
  v.strictObject({ void: data.void }),
]);
export type RelayData = v.InferOutput<typeof RelayData>;

export const RelayRequest = v.object({
  // A leading dot could change the path of a processor's URL.
  /** The processor's id of the transaction. */
  connector_resource_id: v.pipe(
    text(128, 1),
    v.regex(/^[A-Za-z0-9_][\x21-\x7e]*$/, 'value contains invalid character'),
  ),
  /** The connector account that made the transaction. */
  connector_id: Identifier,
  type: RelayType,
  data: given(RelayData),
});
export type RelayRequest = v.InferOutput<typeof RelayRequest>;

export const RelayResponse = v.object({
  id: v.string(),
  status: RelayStatus,
  connector_resource_id: v.string(),
  error: v.nullable(v.object({ code: v.string(), message: v.string() })),
  connector_reference_id: v.nullable(v.string()),
  connector_id: v.string(),
  profile_id: v.string(),
  type: RelayType,
  data: RelayData,
});
export type RelayResponse = v.InferOutput<typeof RelayResponse>;

export const createRelay = defineOperation({
  name: 'relays.create',
  method: 'POST',
  path: '/relay',
  summary: 'Relay a request about a transaction that was not made here to its processor',
  about: {
    description:
      'Hands a capture, refund, void or raise of an authorization on to a processor, for a transaction that was not made through the switch.',
  },
  movesMoney: true,
  auth: 'secret key',
  body: RelayRequest,
  response: RelayResponse,
  errors: [
    'missing_param',
    'invalid_request',
    'precondition_failed',
    'connector_account_not_found',
    'not_implemented',
  ],
  repeats: 'derive the same identifier',
  access: { table: ['GetItem', 'PutItem', 'Query'], connectors: true, secrets: ['use key'] },
  impact:
    'Merchants must use the dashboards of their processors for transactions from outside the switch.',
  example: {
    body: {
      connector_resource_id: 'pay_elsewhere',
      connector_id: 'mca_example',
      type: 'refund',
      data: { refund: { amount: 600, currency: 'EUR', reason: 'Order was cancelled' } },
    },
  },
});

/** Query parameters carry `true` and `false` as texts. */
const Flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((value) => value === 'true'),
);

export const retrieveRelay = defineOperation({
  name: 'relays.retrieve',
  method: 'GET',
  path: '/relay/{relay_id}',
  summary: 'Retrieve the outcome of a relayed request',
  about: {
    description: 'Answers how it went. With `force_sync` the processor is asked first.',
    differs: 'Takes a secret key only, and no ephemeral key.',
  },
  auth: 'secret key',
  params: v.object({ relay_id: Identifier }),
  query: v.strictObject({ force_sync: v.optional(Flag) }),
  response: RelayResponse,
  errors: ['relay_not_found'],
  notFound: 'relay_not_found',
  access: { table: ['GetItem', 'PutItem', 'Query'], connectors: true, secrets: ['use key'] },
  impact: 'Merchants cannot see the outcome of their relays.',
  example: { params: { relay_id: 'relay_example' } },
});
