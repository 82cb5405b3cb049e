import middy from '@middy/core';
import jsonBodyParser from '@middy/http-json-body-parser';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import * as v from 'valibot';
import { type ErrorKind, SwitchError } from '../errors.ts';
import { type Log, log as liveLog } from '../log.ts';
import {
  addNamedSubject,
  addSubject,
  clearNamedSubject,
  subjectIn,
  withSubject,
} from '../log-subject.ts';
import { metric as liveMetric, type Metric } from '../metrics.ts';
import { Identifier } from '../schema.ts';
import { environment } from '../stage.ts';
import { apiKeyId } from '../table/shared-keys.ts';
import { liveTable, type Table } from '../table/table.ts';
import { traceRequest } from '../traces/trace.ts';
import {
  type AdminKey,
  type Authenticator,
  authenticator,
  type CallersMerchant,
  checkPairing,
  noAdminKey,
  sdkAuthorizationOf,
} from './authenticate.ts';
import { bytesOf, charsetProblem, compressionOf } from './body-encoding.ts';
import { type Caller, nameOfCaller } from './caller.ts';
import { addressSubject, callerAddress } from './caller-address.ts';
import { checkNoCardNumbers } from './card-numbers-in-body.ts';
import { corsHeaders, isForBrowsers } from './cors.ts';
import { isShownAsPage } from './customer-page.ts';
import { duplicateMember } from './duplicate-member.ts';
import { comparableForm, formLimit, readForm } from './form.ts';
import {
  idempotentRequestOf,
  isReplayed,
  runIdempotently,
  type StoredResponse,
} from './idempotency.ts';
import type { EarlyRequest, Implemented, Request } from './implement.ts';
import { checkJsonLimits } from './json-limits.ts';
import { merchantRate } from './merchant-rate.ts';
import type { Operation } from './operation.ts';
import { storesResponse } from './operation.ts';
import type { PresentedCredentials } from './presented-credentials.ts';
import { isRawResponse, type RawResponse } from './raw-response.ts';
import { customerErrorPage, describeIssue, isOurFailure, publicError } from './refusals.ts';
import { requestIdOf, standardHeaders } from './request-id.ts';
import { roundedNumber } from './rounded-number.ts';
import { withLimits } from './with-limits.ts';

/** The largest accepted body, in bytes. */
export const bodyLimit = 32_768;

interface Edge {
  readonly authenticator: Authenticator;
  /** Where answers are stored for repeated requests. */
  readonly table: () => Table;
  readonly log: Log;
  /** Counts refused and failed requests. */
  readonly metric?: Metric;
  readonly clock: () => Date;
  /** Throws `too_many_requests`; absent where merchants may send any number. */
  readonly admit?: ReturnType<typeof merchantRate>;
}

/** Operations that an operator may call get the admin key; the others never see it. */
type Admin<O extends Operation> = O['auth'] extends 'admin key' | 'merchant of the path'
  ? [admin: () => AdminKey]
  : [];

/**
 * Makes the Lambda handlers of operations, with everything that all routes share.
 *
 * @param merchants looks up whom a caller acts for
 */
export const lambdaFor =
  (merchants: CallersMerchant) =>
  <O extends Operation, Services, Loaded>(
    implemented: Implemented<O, Services, Loaded>,
    wire: () => Services,
    ...[admin]: Admin<O>
  ) => {
    let services: Services | undefined;
    let edge: Edge | undefined;
    return lambdaOver(
      implemented,
      () => {
        services ??= wire();
        return services;
      },
      () => {
        edge ??= {
          authenticator: authenticator(
            liveTable,
            admin?.() ?? noAdminKey,
            environment(),
            merchants,
          ),
          table: liveTable,
          log: liveLog,
          metric: liveMetric,
          clock: () => new Date(),
          ...(process.env.MERCHANT_RATE && {
            admit: merchantRate(liveTable, Number(process.env.MERCHANT_RATE)),
          }),
        };
        return edge;
      },
    );
  };

/** The same with injected services, for tests. */
export function lambdaOver<O extends Operation, Services, Loaded>(
  implemented: Implemented<O, Services, Loaded>,
  services: () => Services,
  edge: () => Edge,
) {
  const { operation } = implemented;
  let isCold = true;
  const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>({
    // An answer of our own shortly before the time limit would leave our work running in a
    // container that serves other requests next. At the limit Lambda stops the function, and syncs
    // continue what it had saved.
    timeoutEarlyInMillis: 0,
  })
    .before(({ event }) => checkText(operation, event))
    .handler(async (event, context) => {
      const { log } = edge();
      const started = performance.now();
      const facts = { operation: operation.name, requestId: requestIdOf(event) };
      const response = await answer(implemented, services, edge(), event, context).catch(
        (error: unknown) => withErrorPage(operation, event, errorResponse(error, edge(), facts)),
      );
      if (response.statusCode === 404) clearNamedSubject();
      log.info('request', {
        ...facts,
        status: response.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        ...(isCold && { cold: true }),
      });
      isCold = false;
      return withStandardHeaders(operation, event, response);
    })
    .onError((request) => {
      const { event, error } = request;
      const { log } = edge();
      const facts = { operation: operation.name, requestId: requestIdOf(event) };
      const response = withErrorPage(
        operation,
        event,
        errorResponse(fromParser(error), edge(), facts),
      );
      log.info('request', { ...facts, status: response.statusCode });
      request.response = withStandardHeaders(operation, event, response);
    });
  if (takesJson(operation)) {
    const parseJson = jsonBodyParser<APIGatewayProxyEventV2>().before;
    handler.before((request) => {
      if (!isBodyOmitted(operation, request.event)) return parseJson?.(request);
      // The operation has no body, whatever the content type says.
      delete request.event.body;
      return undefined;
    });
  }
  return (event: APIGatewayProxyEventV2, context: Context) =>
    withSubject(addressSubject(callerAddress(event.requestContext, headersOf(event))), () =>
      traceRequest(operation.name, event.headers, () => handler(event, context)),
    );
}

async function answer<O extends Operation, Services, Loaded>(
  implemented: Implemented<O, Services, Loaded>,
  services: () => Services,
  { authenticator, clock, log, table, admit }: Edge,
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { operation } = implemented;
  const now = clock();
  const headers = headersOf(event);
  const params = parse(operation.params, event.pathParameters ?? {}, () => notFound(operation));
  const query = parse(operation.query, event.queryStringParameters ?? {}, invalid('invalid_query'));
  if (takesJson(operation)) checkJson(event.body, operation);
  const rawBody = await readBody(operation, event, headers['content-type']);
  const body = parse(operation.body, rawBody, invalid('invalid_body'));

  const sdk = isForBrowsers(operation) ? sdkAuthorizationOf(headers) : undefined;
  const presented: PresentedCredentials = {
    apiKey: sdk?.publishableKey ?? (headers['api-key']?.trim() || undefined),
    clientSecret:
      sdk?.clientSecret ?? textMember(query, 'client_secret') ?? textMember(body, 'client_secret'),
    profileId: headers['x-profile-id']?.trim(),
    pathMerchantId: textMember(params, 'account_id') ?? textMember(params, 'merchant_id'),
    pathCustomerId: textMember(params, 'customer_id'),
    now,
  };
  checkPairing(operation.auth, presented);
  implemented.precheck?.(body as Request<O>['body']);

  const load = (merchantId: string) =>
    // The schemas of the operation parsed every member into its type.
    implemented.load?.({ params, query, body, headers, merchantId } as EarlyRequest<O>, services());
  const recalledMerchantId = implemented.load && authenticator.recall(presented);
  const early = recalledMerchantId === undefined ? undefined : load(recalledMerchantId);
  // When the key is refused this result is discarded. Otherwise a failure surfaces below, where it
  // is awaited.
  early?.catch(() => {});

  const caller = await authenticator.identify(operation.auth, presented);
  const keyId = () => apiKeyId(environment(), presented.apiKey ?? '');
  addSubject({ caller: nameOfCaller(caller, keyId) });
  if ('merchantId' in caller) {
    await admit?.(caller.merchantId, now);
    refuseConnectedMerchant(headers['x-connected-merchant-id']);
  }
  refuseOtherCredentials(body);
  const merchantId = merchantOf(caller, presented);
  if ('merchantId' in caller) addSubject(subjectIn({ merchant_id: merchantId }));
  addNamedSubject({
    ...subjectIn(body),
    ...subjectIn(params),
    ...subjectIn({ merchant_id: merchantId }),
  });
  // Each sending of a form has a new boundary, so its parts are compared.
  const comparedBody = operation.bodyAs === 'form' ? comparableForm(body) : event.body;
  const requestParts = [
    ...[operation.name, event.pathParameters, event.queryStringParameters, comparedBody],
    // The profile decides where objects are created.
    ...(presented.profileId ? [presented.profileId] : []),
  ];
  const key = headers['idempotency-key'];
  const idempotentRequest = idempotentRequestOf(operation, key, presented, caller, requestParts);

  const request = {
    params,
    query,
    body,
    headers,
    caller,
    requestId: requestIdOf(event),
    // A repeated request with the same key is the same invocation.
    invocationId: idempotentRequest
      ? `idempotent ${idempotentRequest.id}`
      : event.requestContext.requestId,
    idempotentRequest,
    sourceIp: callerAddress(event.requestContext, headers),
    now,
    remainingMs: () => context.getRemainingTimeInMillis(),
  } as Request<O>; // The schemas of the operation and `identify` made every member what its type says.
  const run = async (): Promise<StoredResponse & { readonly isBase64Encoded?: boolean }> => {
    const loaded = await (early !== undefined && merchantId === recalledMerchantId
      ? early
      : load(merchantId));
    const response = await implemented.run(request, services(), loaded as Loaded);
    if (isRawResponse(response)) return toResult(response);
    addSubject(subjectIn(response));
    return { statusCode: 200, headers: {}, body: JSON.stringify(response) };
  };
  if (!idempotentRequest || !storesResponse(operation)) return run();
  const remainingMs = context.getRemainingTimeInMillis();
  const idempotentRun = {
    idempotentRequest,
    merchantId,
    now,
    remainingMs,
    log,
    run: () => run().catch(refusal),
  };
  const stored = await runIdempotently(idempotentRun, table());
  // A repeated answer did not come from `run`, so only the answer itself names its subject.
  if (isReplayed(stored)) addSubject(subjectIn(JSON.parse(stored.body)));
  return stored;
}

/** A refusal that a repeated request would meet again is an answer like any other. */
function refusal(error: unknown): StoredResponse {
  if (!(error instanceof SwitchError)) throw error;
  const { status, body } = publicError(error.kind, error.details);
  if (status >= 500 || error.kind === 'concurrent_update') throw error;
  return { statusCode: status, headers: {}, body: JSON.stringify(body) };
}

/**
 * Refuses requests that name a connected merchant, because the switch does not let merchants act
 * for others. Ignoring the header would move the caller's own money. Throws `invalid_request`,
 * `not_a_platform`.
 */
function refuseConnectedMerchant(merchantId: string | undefined): void {
  if (merchantId === undefined) return;
  if (v.is(Identifier, merchantId)) throw new SwitchError('not_a_platform');
  throw new SwitchError('invalid_request', { message: 'Invalid X-Connected-Merchant-Id header' });
}

/**
 * Refuses a request that brings the credentials to use for it, because the switch asks processors
 * with the credentials of its connector accounts alone. Ignoring them would move the money of
 * another account. Throws `not_implemented`.
 */
function refuseOtherCredentials(body: unknown): void {
  const what = 'merchant_connector_details';
  const isStated = typeof body === 'object' && body !== null && Reflect.get(body, what) != null;
  if (isStated) throw new SwitchError('not_implemented', { what });
}

const merchantOf = (caller: Caller, { pathMerchantId }: PresentedCredentials) =>
  'merchantId' in caller ? caller.merchantId : (pathMerchantId ?? '');

function parse(
  schema: v.GenericSchema | undefined,
  input: unknown,
  refusal: (issue: v.BaseIssue<unknown>) => SwitchError,
): unknown {
  if (!schema) return undefined;
  const result = v.safeParse(withLimits(schema), input, { abortEarly: true });
  if (!result.success) throw refusal(result.issues[0]);
  return result.output;
}

const invalid = (kind: 'invalid_query' | 'invalid_body') => (issue: v.BaseIssue<unknown>) =>
  new SwitchError(kind, { detail: describeIssue(issue) });

/** A path whose ids are malformed names no object. */
const notFound = ({ notFound: kind = 'unrecognized_route' }: Operation) =>
  new SwitchError(kind, { id: '' });

/** Turns an error into the answer that a client sees, and logs errors that are our fault. */
function errorResponse(
  error: unknown,
  { log, metric }: Pick<Edge, 'log' | 'metric'>,
  facts: { operation: string; requestId: string },
): APIGatewayProxyStructuredResultV2 {
  const known = error instanceof SwitchError ? error : undefined;
  const kind: ErrorKind = known?.kind ?? 'internal_error';
  const { status, body } = publicError(kind, known?.details);
  metric?.('RequestErrors', 1, { error_code: body.error.code });
  if (isOurFailure(kind, known?.details)) metric?.('ServerFailures', 1);
  const retryAfter = kind === 'temporarily_unavailable' ? 1 : known?.details.retryAfter;
  if (status >= 500 && status !== 501) log.error('request failed', error, facts);
  return {
    statusCode: status,
    headers: retryAfter ? { 'retry-after': String(retryAfter) } : {},
    body: JSON.stringify(body),
  };
}

const toResult = ({ status: statusCode, headers, body, isBase64 }: RawResponse) => ({
  ...{ statusCode, headers, body },
  ...(isBase64 && { isBase64Encoded: true }),
});

/**
 * The answer to a refused request. Customers' browsers get a page for 404 and server errors. The
 * page gives no reason, so a visitor who guesses URLs learns nothing.
 */
function withErrorPage(
  { isPage = false }: Operation,
  event: APIGatewayProxyEventV2,
  response: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  const { statusCode: status = 500 } = response;
  if (!isPage || !isShownAsPage(status)) return response;
  const language = headersOf(event)['accept-language'];
  const page = toResult(customerErrorPage(status === 404 ? 'closed' : 'failed', language, status));
  return { ...page, headers: { ...response.headers, ...page.headers } };
}

/** The body parser throws HTTP statuses; this maps them to our errors. */
function fromParser(error: unknown) {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 415) return new SwitchError('invalid_content_type');
  if (status === 422) {
    return new SwitchError('invalid_body', { detail: forbiddenMember(error) ?? 'expected value' });
  }
  return error;
}

/** A member whose name would change what an object is, which the body parser refuses. */
function forbiddenMember(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.message !== 'Forbidden key in JSON body') return undefined;
  const name = textMember(error.cause, 'data');
  return name && `a member is called \`${name}\``;
}

/** The body in the form that the operation takes, before its schema parses it. */
async function readBody(
  { bodyAs }: Operation,
  event: APIGatewayProxyEventV2,
  contentType: string | undefined,
): Promise<unknown> {
  if (bodyAs === 'form') return readForm(bytesOf(event), contentType);
  return bodyAs === 'text' ? textOf(event) : event.body;
}

/**
 * A text stays as it was sent. A body that the operation does not read may be anything, such as a
 * form.
 */
const takesJson = ({ body, bodyAs = 'json' }: Operation) => body !== undefined && bodyAs === 'json';

/** Whether an optional body is missing. */
const isBodyOmitted = ({ body }: Operation, event: APIGatewayProxyEventV2) =>
  body?.type === 'optional' && textOf(event).trim() === '';

const textOf = (event: APIGatewayProxyEventV2) => bytesOf(event).toString('utf8');

/** Checks a body before it is parsed. */
function checkText(operation: Operation, event: APIGatewayProxyEventV2) {
  const isForm = operation.bodyAs === 'form';
  const text = isForm ? '' : textOf(event);
  const size = isForm ? bytesOf(event).length : Buffer.byteLength(text);
  const limit = isForm ? formLimit : (operation.bodyLimit ?? bodyLimit);
  if (size > limit) throw new SwitchError('body_too_large', { size, limit });
  const encoding = operation.body && compressionOf(event);
  if (encoding) throw new SwitchError('unsupported_encoding', { encoding });
  if (!takesJson(operation)) return;
  const wrongCharset = charsetProblem(event);
  if (wrongCharset) throw new SwitchError('invalid_body', { detail: wrongCharset });
  const duplicate = duplicateMember(text);
  if (duplicate)
    throw new SwitchError('invalid_body', {
      detail: `duplicate field \`${duplicate.slice(0, 64)}\``,
    });
  if (roundedNumber(text) !== undefined) {
    throw new SwitchError('invalid_body', { detail: 'number out of range' });
  }
}

/** Checks a parsed JSON body. */
function checkJson(body: unknown, operation: Operation) {
  if (Array.isArray(body) && operation.body?.type !== 'array') {
    throw new SwitchError('invalid_body', { detail: 'invalid type: sequence, expected a map' });
  }
  checkJsonLimits(body);
  checkNoCardNumbers(body);
}

function withStandardHeaders(
  operation: Operation,
  event: APIGatewayProxyEventV2,
  response: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 {
  return {
    ...response,
    headers: {
      'content-type': 'application/json',
      ...standardHeaders(event),
      ...(isForBrowsers(operation) && corsHeaders),
      ...response.headers,
    },
  };
}

const headersOf = (event: APIGatewayProxyEventV2) =>
  Object.fromEntries(
    Object.entries(event.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), value]],
    ),
  );

function textMember(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null || !(name in value)) return undefined;
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'string' ? member : undefined;
}
