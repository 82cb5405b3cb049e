import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { bodyHint, contentTypeHint } from '#platform/http/hints/body-hint.ts';
import { docLink } from '#platform/http/hints/doc-link.ts';
import type { Hint } from '#platform/http/hints/hint.ts';
import { nearestOf } from '#platform/http/hints/nearest.ts';
import { pathInBody } from '#platform/http/hints/sent-path.ts';
import { bytesOf } from '#platform/http/request/body-encoding.ts';
import { duplicateMember } from '#platform/http/request/duplicate-member.ts';
import { headersOf } from '#platform/http/request/request-headers.ts';
import { roundedNumber } from '#platform/http/request/rounded-number.ts';
import { type VaultError, type VaultErrorCode, vaultErrors } from '../../vault-error.ts';
import type { VaultOperation } from '../vault-operation.ts';
import { fieldHint } from './vault-field-hint.ts';
import { vaultKeyHint } from './vault-key-hint.ts';
import { otherNames } from './vault-schema-hint.ts';

type Event = APIGatewayProxyEventV2;
type Refusal = Pick<VaultError, 'code' | 'details' | 'help'>;
type HintOf = (operation: VaultOperation, event: Event) => Hint;

/**
 * Help for the developer of a client about an error. It follows from the error and the request, so
 * it is the same for an unknown object and another tenant's. Repeats no sent value.
 */
export function vaultHint(
  { code, details, help }: Refusal,
  operation: VaultOperation,
  event: Event,
): Hint {
  const hint = help ?? generalHint({ code, details }, operation, event);
  const [status] = vaultErrors[code];
  return { ...hint, ...docLink({ kind: code, status, param: hint.param }) };
}

function generalHint(
  { code, details }: Pick<Refusal, 'code' | 'details'>,
  operation: VaultOperation,
  event: Event,
): Hint {
  const [field, [error = ''] = []] = Object.entries(details)[0] ?? [];
  return field === undefined
    ? (byCode[code]?.(operation, event) ?? {})
    : detailHint(operation, event, field, error);
}

const says =
  (hint: string): HintOf =>
  () => ({ hint });

const byCode: Readonly<Partial<Record<VaultErrorCode, HintOf>>> = {
  bad_request: badRequestHint,
  unauthorized: vaultKeyHint,
  session_expired: says(
    'Create another session token, and use that: each is valid once, and only for its time.',
  ),
  scope_mismatch: ({ name }) => ({
    hint: `Create a session token with the scope \`${scopes[name] ?? 'card'}\`, for the same card and page, and use that.`,
  }),
  forbidden: forbiddenHint,
  destination_not_allowed: () => ({
    param: 'url',
    hint: "Create a destination first, with the URL's host and port, a `path_prefix` of its path, and the method.",
  }),
  resource_not_found: notFoundHint,
  service_code_in_use: says('Wait for the answer to the other request with this card.'),
  service_code_unavailable: says(
    'Store the card again with its `service_code`, or leave its drop-in out of the message.',
  ),
  payload_too_large: says('Send a smaller body.'),
  unsupported_media_type: (_, event) => contentTypeHint(event),
  last_active_key: says('Create another API key first.'),
  idempotency_mismatch: () => ({
    param: 'idempotency-key',
    hint: 'Send a new key with another card; send the first request unchanged to get its answer again.',
  }),
  http_too_many_requests: says(
    'Wait for the seconds in the header `Retry-After`, and send it again.',
  ),
  service_unavailable: says('Send the same request again in a second.'),
};

/** The scopes of the tokens that scripts of pages send. */
const scopes: Readonly<Record<string, string>> = {
  'vault.capture-card': 'card',
  'vault.take-cvc': 'show_service_code',
};

/** For two keys, or for a body that is no JSON object. */
function badRequestHint({ body }: VaultOperation, event: Event): Hint {
  const headerKey = headersOf(event)['api-key']?.trim() || undefined;
  const queryKey = event.queryStringParameters?.api_key;
  if (headerKey !== undefined && queryKey !== undefined && headerKey !== queryKey) {
    return { param: 'api-key', hint: 'Send one API key, in the header `api-key`.' };
  }
  if (!body) return {};
  const text = bytesOf(event).toString('utf8');
  if (duplicateMember(text) !== undefined) return { hint: 'Send each member of an object once.' };
  if (roundedNumber(text) !== undefined) return bodyHint(event, 'number out of range');
  const malformed = bodyHint(event, 'expected value');
  return malformed.hint === undefined ? { hint: 'Send one object, in braces.' } : malformed;
}

/** For a request without TLS, or for a key of another tenant. */
function forbiddenHint({ name }: VaultOperation, event: Event): Hint {
  const protocol = headersOf(event)['x-forwarded-proto']?.toLowerCase();
  if (protocol !== undefined && protocol !== 'https') {
    return { hint: 'Revoke the sent key, and send another one with HTTPS.' };
  }
  return name === 'vault.create-api-key'
    ? {
        param: 'api_key.merchant_id',
        hint: "Leave out `merchant_id`: only the operator's admin key creates keys of other tenants.",
      }
    : {};
}

/** For an identifier that names no object of the tenant. */
function notFoundHint({ auth, path }: VaultOperation): Hint {
  if (auth === 'session token') {
    return {
      param: 'card_token',
      hint: 'Store the card again with its `service_code`: a code is shown once, and deleted after its time.',
    };
  }
  const [, param] = /\{(card_token|id)\}/.exec(path) ?? [];
  return param === undefined
    ? {}
    : {
        param,
        hint: `Send the \`${param}\` from the answer to its creation, and a key of the same tenant.`,
      };
}

/** For an error of one field, by the words that the answer has about it. */
function detailHint({ body }: VaultOperation, event: Event, field: string, error: string): Hint {
  const sent = body ? jsonOf(event) : undefined;
  const param = pathInBody(sent, field) ?? missingIn(sent, field) ?? field;
  if (field === 'content-encoding') {
    return { param, hint: 'Send the body without the header `Content-Encoding`.' };
  }
  const hint =
    fieldHint(field, error) ?? (isOfCard(sent) ? cardFieldHint(field, error) : undefined);
  return { ...(field !== 'body' && { param }), ...(hint && { hint }) };
}

/** The members of a card in a request. */
const cardFields = [
  'card_number',
  'card_type',
  'cardholder_name',
  'service_code',
  'expiration_month',
  'expiration_year',
];

const isOfCard = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'card' in sent;

/** The path of a card's member that the body does not have. */
const missingIn = (sent: unknown, field: string) =>
  isOfCard(sent) && cardFields.includes(field) ? `card.${field}` : undefined;

/** For a member of a card that is missing, or that cards do not have. */
function cardFieldHint(field: string, error: string): string | undefined {
  if (error === 'is missing') return `Add \`${field}\` in \`card\`.`;
  if (error !== 'is not known') return undefined;
  const own = otherNames.get(field);
  if (own !== undefined) return `Send \`card.${own}\`: this is its name here.`;
  const meant = nearestOf(field, cardFields);
  return meant === undefined || meant === field
    ? `Leave out \`${field}\`.`
    : `Did you mean \`${meant}\`?`;
}

function jsonOf(event: Event): unknown {
  try {
    return JSON.parse(bytesOf(event).toString('utf8'));
  } catch {
    return undefined;
  }
}
