import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import type { Log } from '../log.ts';
import { addNamedSubject, addSubject, subjectIn } from '../log-subject.ts';
import type { Metric } from '../metrics.ts';
import { Identifier } from '../schema.ts';
import { environment } from '../stage.ts';
import { apiKeyId } from '../table/shared-keys.ts';
import type { Table } from '../table/table.ts';
import type { Authenticator } from './authenticate.ts';
import { type Caller, nameOfCaller } from './caller.ts';
import { callerAddress } from './caller-address.ts';
import { repeatableRefusal } from './error-response.ts';
import { comparableForm } from './form.ts';
import {
  idempotentRequestOf,
  isReplayed,
  runIdempotently,
  type StoredResponse,
} from './idempotency.ts';
import type { EarlyRequest, Implemented, Request } from './implement.ts';
import type { merchantRate } from './merchant-rate.ts';
import { type Operation, storesResponse } from './operation.ts';
import { type ParsedRequest, parseRequest } from './parse-request.ts';
import { payerOf } from './payer-rate.ts';
import type { PresentedCredentials } from './presented-credentials.ts';
import { isRawResponse, resultOf } from './raw-response.ts';
import { readCredentials } from './read-credentials.ts';
import { requestIdOf } from './request-id.ts';
import { withRequestLanguage } from './request-language.ts';

export interface Edge {
  readonly authenticator: Authenticator;
  /** Where answers are stored for repeated requests. */
  readonly table: () => Table;
  readonly log: Log;
  /** Counts refused and failed requests. */
  readonly metric?: Metric;
  readonly clock: () => Date;
  /** Throws `too_many_requests`; absent where merchants may send any number. */
  readonly admit?: ReturnType<typeof merchantRate>;
  /** The same for payers' devices. */
  readonly admitPayer?: ReturnType<typeof merchantRate>;
}

/**
 * Answers a request in five steps: parse it, read its credentials, start to load, admit the caller,
 * run the operation. The first refusal is the answer, so this order is part of the API.
 */
export async function answerRequest<O extends Operation, Services, Loaded>(
  implemented: Implemented<O, Services, Loaded>,
  services: () => Services,
  edge: Edge,
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { operation } = implemented;
  const { ignored, ...parsed } = await parseRequest(operation, event);
  const presented = readCredentials(operation, parsed, edge.clock);
  implemented.precheck?.(parsed.body as Request<O>['body']);
  const load = startLoading(implemented, services, edge.authenticator, parsed, presented);
  const caller = await admitCaller(operation, parsed, presented, edge);
  const merchantId = merchantOf(caller, presented);
  addSubjects(caller, merchantId, parsed);
  if (ignored.length > 0) {
    const facts = { operation: operation.name, requestId: requestIdOf(event) };
    edge.log.info('members ignored', { ...facts, members: shownMembers(ignored) });
  }

  const sent = sentParts(operation, event, parsed, presented);
  const key = parsed.headers['idempotency-key'];
  const idempotentRequest = idempotentRequestOf(operation, key, presented, caller, sent);
  let now: Date | undefined;
  const request = {
    ...parsed,
    caller,
    requestId: requestIdOf(event),
    // A repeated request with the same key is the same invocation.
    invocationId: idempotentRequest
      ? `idempotent ${idempotentRequest.id}`
      : event.requestContext.requestId,
    idempotentRequest,
    sourceIp: callerAddress(event.requestContext, parsed.headers),
    // When the operation first asks: by then the table has answered, which sets a wrong clock right.
    get now() {
      now ??= edge.clock();
      return now;
    },
    remainingMs: () => context.getRemainingTimeInMillis(),
  } as Request<O>; // The operation's schemas and `identify` gave every member its type.
  return runOnce(operation, request, merchantId, edge, event, async () => {
    const loaded = await load(merchantId);
    const response = await withRequestLanguage(parsed.headers['accept-language'], () =>
      implemented.run(request, services(), loaded as Loaded),
    );
    if (isRawResponse(response)) return resultOf(response);
    addSubject(subjectIn(response));
    const { status: statusCode = 200 } = operation;
    return { statusCode, headers: {}, body: JSON.stringify(response) };
  });
}

/**
 * Starts to load the operation's data, where this container has seen the key before. Returns the
 * function that loads for the merchant to whom the key turns out to belong.
 */
function startLoading<O extends Operation, Services, Loaded>(
  implemented: Implemented<O, Services, Loaded>,
  services: () => Services,
  authenticator: Authenticator,
  parsed: ParsedRequest,
  presented: PresentedCredentials,
): (merchantId: string) => Promise<Loaded> | undefined {
  const load = (merchantId: string) =>
    // The schemas of the operation parsed every member into its type.
    implemented.load?.({ ...parsed, merchantId } as EarlyRequest<O>, services());
  const recalledMerchantId = implemented.load && authenticator.recall(presented);
  if (recalledMerchantId === undefined) return load;
  const early = load(recalledMerchantId);
  // When the key is refused this result is discarded. Otherwise a failure surfaces in
  // `answerRequest`, where it is awaited.
  early?.catch(() => {});
  return (merchantId) => (merchantId === recalledMerchantId ? early : load(merchantId));
}

/**
 * Identifies the caller by its key, and refuses requests above the merchant's rate and requests for
 * others.
 */
async function admitCaller(
  operation: Operation,
  { headers, body }: ParsedRequest,
  presented: PresentedCredentials,
  { authenticator, admit, admitPayer }: Edge,
): Promise<Caller> {
  const caller = await authenticator.identify(operation.auth, presented);
  const keyId = () => apiKeyId(environment(), presented.apiKey ?? '');
  addSubject({ caller: nameOfCaller(caller, keyId) });
  if ('merchantId' in caller) {
    const payer = admitPayer && payerOf(caller);
    if (payer !== undefined) await admitPayer?.(payer, presented.clock());
    await admit?.(caller.merchantId, presented.clock());
    refuseConnectedMerchant(headers['x-connected-merchant-id']);
  }
  refuseOtherCredentials(body);
  return caller;
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
 * Refuses a request that brings the credentials to use for it, because the switch uses only the
 * credentials of its connector accounts. Ignoring them would move the money of another account.
 * Throws `not_implemented`.
 */
function refuseOtherCredentials(body: unknown): void {
  const what = 'merchant_connector_details';
  const isStated = typeof body === 'object' && body !== null && Reflect.get(body, what) != null;
  if (isStated) throw new SwitchError('not_implemented', { what });
}

/** Members in one line of the log. */
const mostShown = 20;

/**
 * The paths of ignored members as a line of the log shows them. A caller that mistakes the place for
 * another one may have put a key or a card's number into a name, so a name with digits is not shown.
 */
const shownMembers = (paths: readonly string[]): string =>
  paths
    .slice(0, mostShown)
    .map((path) => (/^[a-z]{1,20}(?:[._-][a-z]{1,20}){0,9}$/i.test(path) ? path : 'another name'))
    .join(', ');

const merchantOf = (caller: Caller, { pathMerchantId }: PresentedCredentials) =>
  'merchantId' in caller ? caller.merchantId : (pathMerchantId ?? '');

/** Adds the ids of the request's subject to all lines of its log. */
function addSubjects(caller: Caller, merchantId: string, { params, body }: ParsedRequest): void {
  if ('merchantId' in caller) addSubject(subjectIn({ merchant_id: merchantId }));
  addNamedSubject({
    ...subjectIn(body),
    ...subjectIn(params),
    ...subjectIn({ merchant_id: merchantId }),
  });
}

/** The parts of a request that must be the same when it is repeated with its idempotency key. */
function sentParts(
  { name, bodyAs }: Operation,
  event: APIGatewayProxyEventV2,
  { body }: ParsedRequest,
  { profileId }: PresentedCredentials,
): readonly unknown[] {
  // Each sending of a form has a new boundary, so its parts are compared.
  const comparedBody = bodyAs === 'form' ? comparableForm(body) : event.body;
  return [
    ...[name, event.pathParameters, event.queryStringParameters, comparedBody],
    // The profile decides where objects are created.
    ...(profileId ? [profileId] : []),
  ];
}

type Answer = StoredResponse & { readonly isBase64Encoded?: boolean };

/** Runs a request with an idempotency key once: a repeat gets the answer that was stored. */
async function runOnce(
  operation: Operation,
  request: Request,
  merchantId: string,
  { log, table }: Edge,
  event: APIGatewayProxyEventV2,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { idempotentRequest } = request;
  if (!idempotentRequest || !storesResponse(operation)) return run();
  const idempotentRun = {
    idempotentRequest,
    merchantId,
    now: request.now,
    remainingMs: request.remainingMs(),
    log,
    run: () => run().catch((error: unknown) => repeatableRefusal(error, operation, event)),
  };
  const stored = await runIdempotently(idempotentRun, table());
  // A repeated answer did not come from `run`, so only the answer itself names its subject. A text
  // names none.
  if (isReplayed(stored) && stored.body.startsWith('{'))
    addSubject(subjectIn(JSON.parse(stored.body)));
  return stored;
}
