import type * as v from 'valibot';
import { type ErrorDetails, isSwitchError } from '#platform/errors.ts';
import { addressSubject } from '#platform/http/callers/caller-address.ts';
import type { EdgePolicy, EdgeServices, Incoming } from '#platform/http/edge/edge-policy.ts';
import { bytesOf } from '#platform/http/request/body-encoding.ts';
import * as checks from '#platform/http/request/request-checks.ts';
import { addSubject, withSubject } from '#platform/log-subject.ts';
import { sayableName } from '../field-name.ts';
import { VaultError, type VaultErrorDetails } from '../vault-error.ts';
import type { PagesEdge } from './edge.ts';
import { vaultHint, vaultSchemaHint } from './hints/vault-refusals.ts';
import { isSharedAddress } from './loopback.ts';
import { asVaultError, vaultRefusal, vaultRequestId, withVaultHeaders } from './vault-answer.ts';
import type { VaultAuthenticator } from './vault-authenticator.ts';
import { nameOfVaultCaller } from './vault-implement.ts';
import type { VaultOperation } from './vault-operation.ts';

/** The largest body by default, in bytes. */
const usualBodyLimit = 256 * 1_024;

export interface VaultEdge extends EdgeServices {
  readonly authenticator: VaultAuthenticator;
  /** The edge in front of the pages, if there is one. */
  readonly pages?: PagesEdge;
}

type VaultIncoming = Incoming<VaultOperation, VaultEdge>;

const parsed = checks.parsedBy<VaultOperation>((schema) => schema);
const isEmpty = ({ event }: Pick<VaultIncoming, 'event'>) => bytesOf(event).length === 0;

/**
 * The edge of the vault. The caller is identified first: an unknown caller learns nothing about other
 * errors in its request.
 */
export const vaultPolicy: EdgePolicy<VaultOperation, VaultEdge> = {
  requestId: vaultRequestId,
  address: ({ requestContext }) => requestContext.http.sourceIp,
  within: (_, work) => withSubject({}, work),
  early: [],
  checks: [
    transport,
    identify,
    // A path parameter that is no valid id matches no resource.
    parsed('params', () => new VaultError('resource_not_found')),
    parsed(
      'query',
      invalid(({ received }) => received === 'undefined'),
    ),
    refusing(
      checks.size(
        () => usualBodyLimit,
        (event) => bytesOf(event).length,
      ),
      () => new VaultError('payload_too_large'),
    ),
    refusing(checks.encoding, ({ encoding }) => {
      const wrong = `is ${encoding}: send the body without compression`;
      return new VaultError('unsupported_media_type', { 'content-encoding': [wrong] });
    }),
    refusing(
      checks.mediaType(/^\s*application\/json\s*(;|$)/i, isEmpty),
      () => new VaultError('unsupported_media_type'),
    ),
    refusing(checks.charset, withReason),
    refusing(checks.ambiguity, badRequest),
    refusing(checks.json(), badRequest),
    object,
    refusing(checks.jsonLimits, withReason),
    bytes,
    parsed(
      'body',
      // Without its envelope key a body is malformed.
      invalid(({ path, received }) => (path?.length ?? 0) <= 1 && received === 'undefined'),
    ),
  ],
  refuse(error, { operation, event, requestId }) {
    const known = asVaultError(error);
    return vaultRefusal(known, { ...vaultHint(known, operation, event), request_id: requestId });
  },
  complete: withVaultHeaders,
  logsColdStarts: false,
};

/**
 * Refuses a request without TLS, whose key was readable on its way, and one that bypassed the edge of
 * the pages. A redirect would not help, because the key is already exposed. Loopback needs no TLS.
 */
async function transport(incoming: VaultIncoming): Promise<void> {
  const { edge, headers, operation } = incoming;
  const protocol = headers['x-forwarded-proto'];
  const isSafe = protocol === undefined || protocol.toLowerCase() === 'https';
  if (!isSafe && !isSharedAddress(incoming.sourceIp)) throw new VaultError('forbidden');
  const viewer = operation.access.page ? await edge.pages?.viewerOf(headers) : undefined;
  incoming.sourceIp = viewer ?? incoming.sourceIp;
  addSubject(addressSubject(incoming.sourceIp));
}

/** Identifies the caller by its key, which no operation sees. Throws the authenticator's refusals. */
async function identify(incoming: VaultIncoming): Promise<void> {
  const { edge, event, operation, requestId, sourceIp } = incoming;
  const { 'api-key': headerKey, cookie: _, ...headers } = incoming.headers;
  const { api_key: queryKey, ...query } = event.queryStringParameters ?? {};
  const caller = await edge.authenticator.identify(operation.auth, {
    queryKey,
    headerKey: headerKey?.trim() || undefined,
    sourceIp,
    requestId,
    now: edge.clock(),
  });
  addSubject({ caller: nameOfVaultCaller(caller) });
  incoming.headers = headers;
  incoming.sent.query = query;
  incoming.admitted = { caller };
}

/** A check whose refusals have another form here. */
function refusing(
  check: (incoming: VaultIncoming) => void,
  refusal: (details: ErrorDetails) => VaultError,
) {
  return (incoming: VaultIncoming): void => {
    try {
      check(incoming);
    } catch (error) {
      throw isSwitchError(error) ? refusal(error.details) : error;
    }
  };
}

function badRequest(): VaultError {
  return new VaultError('bad_request');
}

/** The reasons of the checks are our own words, and repeat no value. */
function withReason({ detail }: ErrorDetails): VaultError {
  return new VaultError('bad_request', { body: [String(detail)] });
}

function object({ operation, sent: { body } }: VaultIncoming): void {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (checks.takesJson(operation) && !isObject) throw badRequest();
}

/** Takes the bytes of a body that is passed on. */
function bytes({ event, operation, parsed }: VaultIncoming): void {
  if (operation.bodyAs === 'bytes') parsed.body = bytesOf(event);
}

type Issue = v.BaseIssue<unknown>;

/** `bad_request` for a part that is malformed; otherwise each invalid field is reported by its name. */
function invalid(isMalformed: (issue: Issue) => boolean) {
  return (
    issues: readonly [Issue, ...Issue[]],
    schema: v.GenericSchema,
    _: VaultOperation,
    sent: unknown,
  ) =>
    new VaultError(
      issues.some(isMalformed) ? 'bad_request' : 'validation_error',
      detailsOf(issues),
      { help: vaultSchemaHint(schema, issues[0], sent) },
    );
}

/** Errors by the field's own name, the last part of its path. A message never repeats the value. */
function detailsOf(issues: readonly Issue[]): VaultErrorDetails {
  const details = new Map<string, string[]>();
  for (const issue of issues) {
    const field = nameOf(issue);
    details.set(field, [...(details.get(field) ?? []), sentence(issue)]);
  }
  return Object.fromEntries(details);
}

const nameOf = ({ path }: Issue): string =>
  sayableName(path?.map(({ key }) => key).findLast((key) => typeof key === 'string') ?? 'body');

function sentence({ type, kind, received, message }: Issue): string {
  if (received === 'undefined') return 'is missing';
  if (type === 'strict_object') return 'is not known';
  // Our own schemas' messages are safe; the library's messages may quote the value.
  return kind === 'validation' && !message.startsWith('Invalid ') ? message : 'is invalid';
}
