import * as v from 'valibot';
import { SwitchError } from '../../errors.ts';
import { addNamedSubject, addSubject, subjectIn } from '../../log-subject.ts';
import { Identifier } from '../../schema.ts';
import { environment } from '../../stage.ts';
import { apiKeyId } from '../../table/shared-keys.ts';
import { type Caller, nameOfCaller } from '../callers/caller.ts';
import { payerOf } from '../callers/payer-rate.ts';
import type { PresentedCredentials } from '../callers/presented-credentials.ts';
import { readCredentials } from '../callers/read-credentials.ts';
import { idempotentRequestOf, isReplayed, runIdempotently } from '../operation/idempotency.ts';
import { storesResponse } from '../operation/operation.ts';
import { comparableForm } from '../request/form.ts';
import { ignoredMembers } from '../request/ignored-members.ts';
import { takesJson } from '../request/request-checks.ts';
import { withRequestLanguage } from '../request/request-language.ts';
import { repeatableRefusal } from '../response/error-response.ts';
import type { Answer, Repeatable } from './edge-policy.ts';
import { withLatency } from './latency.ts';
import type { SwitchRequest } from './switch-request.ts';

/**
 * Reads the credentials of a request, starts to load, and admits the caller. The first refusal is the
 * answer, so this order is part of the API. Throws the refusals of all three.
 */
export async function admit(incoming: SwitchRequest): Promise<void> {
  const { operation, edge, headers, parsed, sent } = incoming;
  const ignored = ignoredMembers(operation, parsed.params, sent.body);
  const presented = readCredentials(operation, { ...parsed, headers }, edge.clock);
  // The schema of the body parsed it into its type.
  incoming.precheck?.(parsed.body as never);
  const load = startLoading(incoming, presented);
  const caller = await admitCaller(incoming, presented);
  const merchantId = merchantOf(caller, presented);
  addSubjects(caller, merchantId, parsed);
  if (ignored.length > 0) {
    edge.log.info('members ignored', { ...incoming.facts, members: shownMembers(ignored) });
  }

  const key = headers['idempotency-key'];
  const identical = identicalParts(incoming, presented);
  const idempotentRequest = idempotentRequestOf(operation, key, presented, caller, identical);
  incoming.admitted = {
    caller,
    idempotentRequest,
    // A repeated request with the same key is the same invocation.
    ...(idempotentRequest && { invocationId: `idempotent ${idempotentRequest.id}` }),
  };
  incoming.perform = (request, run) =>
    withLatency(operation, incoming, () =>
      runOnce(incoming, request, merchantId, async () => {
        const loaded = await load(merchantId);
        return withRequestLanguage(headers['accept-language'], () => run(loaded));
      }),
    );
}

/**
 * Starts to load the operation's data, where this container has seen the key before. Returns the
 * function that loads for the merchant to whom the key turns out to belong.
 */
function startLoading(
  { edge, headers, load, parsed }: SwitchRequest,
  presented: PresentedCredentials,
): (merchantId: string) => Promise<unknown> | undefined {
  const loadFor = (merchantId: string) => load?.({ ...parsed, headers, merchantId });
  const recalledMerchantId = load && edge.authenticator.recall(presented);
  if (recalledMerchantId === undefined) return loadFor;
  const early = loadFor(recalledMerchantId);
  // When the key is refused this result is discarded. Otherwise a failure surfaces in `admit`'s
  // `perform`, where it is awaited.
  early?.catch(() => {});
  return (merchantId) => (merchantId === recalledMerchantId ? early : loadFor(merchantId));
}

/**
 * Identifies the caller by its key, and refuses requests above the merchant's rate and requests for
 * others.
 */
async function admitCaller(
  { edge: { authenticator, admit, admitPayer }, headers, operation, parsed }: SwitchRequest,
  presented: PresentedCredentials,
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
  refuseOtherCredentials(parsed.body);
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
function addSubjects(
  caller: Caller,
  merchantId: string,
  { params, body }: SwitchRequest['parsed'],
): void {
  if ('merchantId' in caller) addSubject(subjectIn({ merchant_id: merchantId }));
  addNamedSubject({
    ...subjectIn(body),
    ...subjectIn(params),
    ...subjectIn({ merchant_id: merchantId }),
  });
}

/** The parts of a request that must be the same when it is repeated with its idempotency key. */
function identicalParts(
  { operation, event, parsed, sent }: SwitchRequest,
  { profileId }: PresentedCredentials,
): readonly unknown[] {
  const { name, bodyAs } = operation;
  // Each sending of a form has a new boundary, so its parts are compared.
  const form = bodyAs === 'form' && comparableForm(parsed.body);
  return [
    ...[name, event.pathParameters, event.queryStringParameters],
    form || (takesJson(operation) ? sent.body : event.body),
    // The profile decides where objects are created.
    ...(profileId ? [profileId] : []),
  ];
}

/** Runs a request with an idempotency key once: a repeat gets the answer that was stored. */
async function runOnce(
  incoming: SwitchRequest,
  request: Repeatable,
  merchantId: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { edge, operation } = incoming;
  const { idempotentRequest } = request;
  if (!idempotentRequest || !storesResponse(operation)) return run();
  const idempotentRun = {
    idempotentRequest,
    merchantId,
    now: request.now,
    remainingMs: request.remainingMs(),
    log: edge.log,
    run: () => run().catch((error: unknown) => repeatableRefusal(error, incoming)),
  };
  const stored = await runIdempotently(idempotentRun, edge.table());
  // A repeated answer did not come from `run`, so only the answer itself names its subject. A text
  // names none.
  if (isReplayed(stored) && stored.body.startsWith('{'))
    addSubject(subjectIn(JSON.parse(stored.body)));
  return stored;
}
