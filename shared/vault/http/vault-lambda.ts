import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import * as v from 'valibot';
import { currentTime } from '#platform/clock.ts';
import { isSwitchError } from '#platform/errors.ts';
import { bytesOf, charsetProblem, compressionOf } from '#platform/http/body-encoding.ts';
import { addressSubject } from '#platform/http/caller-address.ts';
import { duplicateMember } from '#platform/http/duplicate-member.ts';
import type { Hint } from '#platform/http/hints/hint.ts';
import { checkJsonLimits } from '#platform/http/json-limits.ts';
import { methodsOf } from '#platform/http/operation.ts';
import { isRawResponse } from '#platform/http/raw-response.ts';
import { headersOf } from '#platform/http/request-headers.ts';
import { roundedNumber } from '#platform/http/rounded-number.ts';
import { type Log, log as liveLog, masked } from '#platform/log.ts';
import { addSubject, withSubject } from '#platform/log-subject.ts';
import { sayableName } from '../field-name.ts';
import { isVaultError, VaultError, type VaultErrorDetails, vaultErrors } from '../vault-error.ts';
import { livePagesEdge, type PagesEdge } from './edge.ts';
import { vaultHint, vaultRouteHint, vaultSchemaHint } from './hints/vault-refusals.ts';
import { isSharedAddress } from './loopback.ts';
import { TooManyRequests } from './too-many-requests.ts';
import type { VaultAuthenticator } from './vault-authenticator.ts';
import { nameOfVaultCaller, type VaultImplemented, type VaultRequest } from './vault-implement.ts';
import type { VaultOperation } from './vault-operation.ts';

/** The largest body by default, in bytes. */
const usualBodyLimit = 256 * 1_024;

export interface VaultEdge {
  readonly authenticator: VaultAuthenticator;
  readonly log: Log;
  readonly clock: () => Date;
  /** The edge in front of the pages, if there is one. */
  readonly pages?: PagesEdge;
}

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

/** The Lambda handler of one vault operation: everything that all routes share. */
export function vaultLambda<O extends VaultOperation, Services>(
  implemented: VaultImplemented<O, Services>,
  wire: () => Services,
  authenticator: () => VaultAuthenticator,
) {
  let services: Services | undefined;
  let edge: VaultEdge | undefined;
  return vaultLambdaOver(
    implemented,
    () => {
      services ??= wire();
      return services;
    },
    () => {
      edge ??= {
        authenticator: authenticator(),
        log: liveLog,
        clock: currentTime,
        pages: livePagesEdge(),
      };
      return edge;
    },
  );
}

/** The same handler with all dependencies passed in, as the tests use it. */
export function vaultLambdaOver<O extends VaultOperation, Services>(
  implemented: VaultImplemented<O, Services>,
  services: () => Services,
  edge: () => VaultEdge,
) {
  const { operation } = implemented;
  const handle = async (event: Event, context: Context): Promise<Result> => {
    const { log } = edge();
    const started = performance.now();
    const facts = { operation: operation.name, requestId: requestIdOf(event) };
    const response = await answer(implemented, services, edge(), event, context).catch(
      (error: unknown) => refusal(error, log, operation, event),
    );
    // Known already, unless the request was refused at once.
    addSubject(addressSubject(event.requestContext.http.sourceIp));
    log.info('request', {
      ...facts,
      status: response.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
    return withVaultHeaders(event, response);
  };
  return (event: Event, context: Context) => withSubject({}, () => handle(event, context));
}

async function answer<O extends VaultOperation, Services>(
  implemented: VaultImplemented<O, Services>,
  services: () => Services,
  { authenticator, clock, pages }: VaultEdge,
  event: Event,
  context: Context,
): Promise<Result> {
  const { operation } = implemented;
  const { 'api-key': headerKey, cookie: _, ...headers } = headersOf(event);
  const { api_key: queryKey, ...query } = event.queryStringParameters ?? {};
  const { requestId: invocationId, http } = event.requestContext;
  const requestId = requestIdOf(event);
  checkTransport(headers['x-forwarded-proto'], http.sourceIp);
  const viewer = operation.access.page ? await pages?.viewerOf(headers) : undefined;
  const sourceIp = viewer ?? http.sourceIp;
  addSubject(addressSubject(sourceIp));
  // Authentication comes first: an unknown caller learns nothing about other errors in its request.
  const caller = await authenticator.identify(operation.auth, {
    queryKey,
    headerKey: headerKey?.trim() || undefined,
    sourceIp,
    requestId,
    now: clock(),
  });
  addSubject({ caller: nameOfVaultCaller(caller) });

  const request = {
    params: parseInput(operation.params, event.pathParameters ?? {}, pathRefusal),
    query: parseInput(operation.query, query, queryRefusal),
    body: bodyOf(operation, event, headers),
    headers,
    caller,
    requestId,
    invocationId,
    sourceIp,
    // Not before the caller is known: the first answer of the table sets a wrong clock right.
    now: clock(),
    remainingMs: () => context.getRemainingTimeInMillis(),
  } as VaultRequest<O>; // The operation's schemas and `identify` made each member conform to its type.
  const response = await implemented.run(request, services());
  if (isRawResponse(response)) {
    return {
      statusCode: response.status,
      headers: response.headers,
      body: response.body,
      ...(response.isBase64 && { isBase64Encoded: true }),
    };
  }
  return { statusCode: 200, body: JSON.stringify(response) };
}

/**
 * Refuses a request without TLS, whose key was readable on its way. A redirect would not help,
 * because the key is already exposed. Loopback needs no TLS.
 */
function checkTransport(protocol: string | undefined, sourceIp: string): void {
  const isSafe = protocol === undefined || protocol.toLowerCase() === 'https';
  if (!isSafe && !isSharedAddress(sourceIp)) throw new VaultError('forbidden');
}

type Issues = readonly v.BaseIssue<unknown>[];

function parseInput(
  schema: v.GenericSchema | undefined,
  input: unknown,
  refuse: (issues: Issues, help: () => Hint) => VaultError,
): unknown {
  if (!schema) return undefined;
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw refuse(result.issues, () => vaultSchemaHint(schema, issue, input));
}

/** A path parameter that is no valid id matches no resource. */
const pathRefusal = () => new VaultError('resource_not_found');

/** A missing parameter is a `bad_request`; an invalid one is reported by its name. */
const queryRefusal = (issues: Issues, help: () => Hint) => {
  const isMissing = issues.some(({ received }) => received === 'undefined');
  const code = isMissing ? 'bad_request' : 'validation_error';
  return new VaultError(code, detailsOf(issues), { help: help() });
};

/**
 * A body without its envelope key is a `bad_request`; each invalid field inside is reported by its
 * name.
 */
const bodyRefusal = (issues: Issues, help: () => Hint) => {
  const isOuter = issues.some(
    ({ path, received }) => (path?.length ?? 0) <= 1 && received === 'undefined',
  );
  const code = isOuter ? 'bad_request' : 'validation_error';
  return new VaultError(code, detailsOf(issues), { help: help() });
};

/** Errors by the field's own name, the last part of its path. A message never repeats the value. */
function detailsOf(issues: Issues): VaultErrorDetails {
  const details = new Map<string, string[]>();
  for (const issue of issues) {
    const field = nameOf(issue);
    details.set(field, [...(details.get(field) ?? []), sentence(issue)]);
  }
  return Object.fromEntries(details);
}

const nameOf = ({ path }: v.BaseIssue<unknown>): string =>
  sayableName(path?.map(({ key }) => key).findLast((key) => typeof key === 'string') ?? 'body');

function sentence({ type, kind, received, message }: v.BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is missing';
  if (type === 'strict_object') return 'is not known';
  // Our own schemas' messages are safe; the library's messages may quote the value.
  return kind === 'validation' && !message.startsWith('Invalid ') ? message : 'is invalid';
}

function bodyOf(
  operation: VaultOperation,
  event: Event,
  headers: Readonly<Record<string, string>>,
): unknown {
  const bytes = bytesOf(event);
  if (bytes.length > (operation.bodyLimit ?? usualBodyLimit)) {
    throw new VaultError('payload_too_large');
  }
  const isRead = operation.bodyAs === 'bytes' || operation.body;
  const encoding = isRead && compressionOf(event);
  if (encoding) {
    const wrong = `is ${encoding}: send the body without compression`;
    throw new VaultError('unsupported_media_type', { 'content-encoding': [wrong] });
  }
  if (operation.bodyAs === 'bytes') return bytes;
  if (!operation.body) return undefined;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (bytes.length > 0 && type !== 'application/json') {
    throw new VaultError('unsupported_media_type');
  }
  const wrongCharset = charsetProblem(event);
  if (wrongCharset) throw new VaultError('bad_request', { body: [wrongCharset] });
  return parseInput(operation.body, jsonOf(bytes), bodyRefusal);
}

function jsonOf(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  const isAmbiguous = duplicateMember(text) !== undefined || roundedNumber(text) !== undefined;
  if (isAmbiguous) throw new VaultError('bad_request');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new VaultError('bad_request');
    }
    checkJsonLimits(value);
    return value;
  } catch (error) {
    // The words of the limits are ours and repeat no value.
    const reason = isSwitchError(error, 'invalid_body') ? error.details.detail : undefined;
    throw new VaultError('bad_request', reason === undefined ? {} : { body: [String(reason)] });
  }
}

/** Turns any thrown error into the client's answer, and logs errors that are our fault. */
function refusal(error: unknown, log: Log, operation: VaultOperation, event: Event): Result {
  const known = asVaultError(error);
  const requestId = requestIdOf(event);
  const response = vaultRefusal(known, {
    ...vaultHint(known, operation, event),
    request_id: requestId,
  });
  if ((response.statusCode ?? 500) >= 500) {
    log.error('request failed', error, { operation: operation.name, requestId });
  }
  return response;
}

function asVaultError(error: unknown): VaultError {
  if (isVaultError(error)) return error;
  const passes =
    isSwitchError(error, 'temporarily_unavailable') || isSwitchError(error, 'concurrent_update');
  return new VaultError(passes ? 'service_unavailable' : 'internal_error');
}

const retryableErrors: ReadonlySet<string> = new Set([
  'service_unavailable',
  'http_too_many_requests',
]);

/** A refusal in the vault's envelope; `errors` is an object. `help` is for the client's developer. */
export function vaultRefusal(
  error: VaultError,
  help: Hint & { readonly request_id?: string } = {},
): Result {
  const { code, details } = error;
  const [statusCode, title] = vaultErrors[code];
  const hasDetails = Object.keys(details).length > 0;
  const waitSeconds = error instanceof TooManyRequests ? error.retryAfterSeconds : 1;
  return {
    statusCode,
    headers: {
      'x-vault-error': code,
      ...(retryableErrors.has(code) && { 'retry-after': String(waitSeconds) }),
    },
    body: JSON.stringify({ errors: { code, title, ...(hasDetails && { details }), ...help } }),
  };
}

/** The answer with the headers that every answer of the vault has. */
function withVaultHeaders(event: Event, response: Result): Result {
  return {
    ...response,
    headers: {
      ...(response.statusCode !== 204 && { 'content-type': 'application/json; charset=utf-8' }),
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestIdOf(event),
      ...response.headers,
      'cache-control': 'no-store',
    },
  };
}

/**
 * The caller's own id, unless it looks like card data: it is written to logs and the audit trail.
 */
const requestIdOf = (event: Event) => {
  const given = event.headers['x-request-id'];
  const isTaken = given && /^[\w-]{1,64}$/.test(given) && !isSecretLooking(given);
  return isTaken ? given : event.requestContext.requestId;
};

/**
 * Digits next to underscores count too, although the log's pattern treats underscores as letters.
 */
function isSecretLooking(text: string): boolean {
  const separate = text.replaceAll(/[_-]+/g, '-');
  return /^(vk|stk)_/.test(text) || masked(text) !== text || masked(separate) !== separate;
}

type Route = Pick<VaultOperation, 'method' | 'path' | 'auth'>;

/**
 * Answers unknown paths (404), and methods that a path does not have (405), in the vault's
 * envelope. Its log never holds the path, because a caller may have put a card number there.
 */
export const vaultNotFoundHandler =
  (routes: readonly Route[], log: Log = liveLog) =>
  async (event: Event): Promise<Result> => {
    const alike = routes.filter(({ path }) => matches(path, event.rawPath));
    // A method that the path has reaches this handler only when the path ends with a slash.
    const isOther = alike.some((route) =>
      methodsOf(route).includes(event.requestContext.http.method),
    );
    const known = isOther ? [] : alike;
    const code = known.length > 0 ? 'method_not_allowed' : 'resource_not_found';
    const requestId = requestIdOf(event);
    const response = vaultRefusal(new VaultError(code), {
      ...vaultRouteHint(routes, known, event.rawPath, event.requestContext.http.method),
      request_id: requestId,
    });
    log.info('request', {
      operation: 'vault.not-found',
      requestId,
      status: response.statusCode,
    });
    const allow = [...new Set(known.flatMap(methodsOf))].join(', ');
    const headers = { ...response.headers, ...(allow && { allow }) };
    return withVaultHeaders(event, { ...response, headers });
  };

/** Whether a path matches a template, whose last parameter may hold several parts: `{name+}`. */
function matches(template: string, path: string): boolean {
  const pattern = template
    .replace(/[.$^*()|[\]\\]/g, '\\$&')
    .replace(/\{\w+\+\}/g, '.+')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`).test(path);
}
