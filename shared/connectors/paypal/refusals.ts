import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import { type Declined, refusalsOf } from '../formats/refusal.ts';
import type { ConnectorError } from '../interface/exchange.ts';

const text = v.nullish(v.string());

const Refusal = v.object({
  name: v.string(),
  message: v.string(),
  details: v.nullish(
    v.array(v.object({ issue: text, description: text, field: text, value: text })),
  ),
});

/** A refusal of the access token, in the words of OAuth 2.0. */
const TokenRefusal = v.object({ error: v.string(), error_description: text });

/**
 * A refusal after which nothing was processed. Throws where it is not PayPal's own, where the same
 * was requested before, or where the customer is not done yet.
 *
 * @param published the only issues that refuse the operation, where a sync finds the effect of
 * others
 */
export function refusalIn(response: HttpResponse, published?: ReadonlySet<string>): Declined {
  refusals.check(response);
  if (isRefusedAccess(response)) return { result: 'declined', ...accessError(response) };
  const { name, message, details } = readJson(Refusal, response);
  const issues = details?.flatMap(({ issue }) => (issue ? [issue] : [])) ?? [];
  const isUnpublished = details?.some(({ issue }) => published?.has(issue ?? '') === false);
  if (isUnpublished || issues.some((issue) => undecided.has(issue))) {
    throw new Error('It decides nothing about the payment.');
  }
  const reason = details?.map(detailIn).join('');
  return { result: 'declined', code: issues[0] ?? name, message, ...(reason && { reason }) };
}

const refusals = refusalsOf('PayPal', [400, 401, 403, 404, 422, 429]);

/**
 * Whether PayPal itself refuses the account or its token, without an error or with OAuth 2.0's. All
 * of its own answers have a debug id, which a proxy's do not have.
 *
 * @see https://developer.paypal.com/api/rest/responses/
 */
const isRefusedAccess = ({ status, headers, body }: HttpResponse): boolean =>
  (status === 401 || status === 403) &&
  Boolean(headers['paypal-debug-id']) &&
  (body.trim() === '' || /"error"\s*:/.test(body));

function accessError({ status, body }: HttpResponse): ConnectorError {
  if (body.trim() === '') return { code: String(status) };
  const { error: code, error_description: message } = readJson(TokenRefusal, { body });
  return { code, ...(message && { message }) };
}

/**
 * Issues about an earlier or a later step, which do not prove that nothing was done: a sync finds
 * out.
 */
const undecided: ReadonlySet<string> = new Set([
  'PREVIOUS_REQUEST_IN_PROGRESS',
  'DUPLICATE_INVOICE_ID',
  'ORDER_ALREADY_CAPTURED',
  'ORDER_ALREADY_AUTHORIZED',
  'ORDER_ALREADY_COMPLETED',
  'ORDER_COMPLETED_OR_VOIDED',
  'ORDER_COMPLETION_IN_PROGRESS',
  'ORDER_NOT_APPROVED',
  'ORDER_IS_PENDING_APPROVAL',
  'PAYMENT_ALREADY_APPROVED',
  'PAYER_ACTION_REQUIRED',
  'AUTHORIZATION_ALREADY_CAPTURED',
  'PREVIOUSLY_CAPTURED',
  'PREVIOUSLY_VOIDED',
]);

const malformed = [
  ...['INVALID_PARAMETER_SYNTAX', 'INVALID_PARAMETER_VALUE', 'INVALID_STRING_LENGTH'],
  ...['INVALID_STRING_MAX_LENGTH', 'MISSING_REQUIRED_PARAMETER', 'INVALID_RESOURCE_ID'],
  ...['PERMISSION_DENIED', 'INVALID_ACCOUNT_STATUS'],
];

/**
 * The issues by which PayPal refuses the capture of an authorization.
 *
 * @see https://github.com/paypal/paypal-rest-api-specifications payments_payment_v2.json
 */
export const captureRefusals: ReadonlySet<string> = new Set([
  ...malformed,
  ...['AUTHORIZATION_DENIED', 'AUTHORIZATION_EXPIRED', 'AUTHORIZATION_VOIDED'],
  ...['AUTH_CAPTURE_CURRENCY_MISMATCH', 'CANNOT_BE_ZERO_OR_NEGATIVE', 'INVALID_CURRENCY_CODE'],
  ...['DECIMALS_NOT_SUPPORTED', 'DECIMAL_PRECISION', 'TRANSACTION_REFUSED'],
  ...['MAX_CAPTURE_AMOUNT_EXCEEDED', 'MAX_CAPTURE_COUNT_EXCEEDED', 'PAYER_CANNOT_PAY'],
  ...['PAYEE_ACCOUNT_LOCKED_OR_CLOSED', 'PAYEE_ACCOUNT_RESTRICTED'],
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
]);

/** The same of its void. */
export const voidRefusals: ReadonlySet<string> = new Set([...malformed, 'CANNOT_BE_VOIDED']);

type Detail = NonNullable<v.InferOutput<typeof Refusal>['details']>[number];

const detailIn = ({ description, value, field }: Detail): string =>
  [
    description && `description - ${description}`,
    value && `value - ${value}`,
    field && `field - ${field.split('/').at(-1)}`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat(';');
