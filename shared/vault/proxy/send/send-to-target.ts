import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { BytesResponse, NotSentReason, SendBytes } from '#platform/http/egress/egress.ts';
import { type RawResponse, rawResponse } from '#platform/http/response/raw-response.ts';
import { ownMember } from '#platform/own-member.ts';
import type { AuditEvent, AuditTrail } from '../../audit/audit-trail.ts';
import { VaultError } from '../../vault-error.ts';
import { type Destination, findAllowing } from './destination.ts';
import type { DestinationStore } from './destination-store.ts';
import { returnedHeaders } from './forwarded-headers.ts';
import { type MaskingRules, maskResponse } from './mask-response.ts';
import type { Message } from './placeholders.ts';
import { type Method, type Reach, targetUrl, wireMethods } from './target.ts';

/** The services with which both proxies call a target. */
export interface Egress {
  readonly destinations: DestinationStore;
  readonly send: SendBytes;
  readonly reach: Reach;
  /** Records requests for destinations that the tenant has not allowed. */
  readonly audit: AuditTrail;
}

/** The caller, for the audit trail. */
type AuditContext = Pick<AuditEvent, 'tenant' | 'actor' | 'origin' | 'requestId' | 'now'>;

/** A target that the tenant has allowed. */
export interface Target {
  readonly url: URL;
  readonly method: Method;
  readonly destination: Destination;
}

/**
 * The target of a request, after all checks that are possible before the call. Throws VaultError
 * `validation_error` and `destination_not_allowed`.
 */
export async function allowedTarget(
  who: AuditContext,
  { url: address, method }: { readonly url: string; readonly method: Method },
  { destinations, reach, audit }: Egress,
): Promise<Target> {
  const url = targetUrl(address, reach);
  const destination = findAllowing(await destinations.list(who.tenant), url, method);
  if (destination) return { url, method, destination };
  // The record omits the URL, which could contain any text.
  const reason = 'destination not allowed';
  await audit.record({ ...who, type: 'access.refused', reason, result: 'refused' });
  throw new VaultError('destination_not_allowed');
}

/** The timeout of a target's answer, in milliseconds. */
const maxTargetMs = 25_000;
/** The largest answer that is read, in bytes, compressed or not: 1 MiB. */
const maxAnswerBytes = 1_024 * 1_024;

/**
 * The timeout for a target, in milliseconds, when this much is reserved for later steps. It is
 * never 0.
 */
export const timeFor = (remainingMs: number, reservedMs: number): number =>
  Math.max(1, Math.min(maxTargetMs, remainingMs - reservedMs));

export type TargetResult =
  | { readonly kind: 'answered'; readonly response: BytesResponse }
  /**
   * No complete answer came, and the request may or may not have arrived. `status` is set when a
   * part of the answer came.
   */
  | { readonly kind: 'unanswered'; readonly error: VaultError; readonly status?: number };

/** Sends the message to the target. Never throws. */
export async function callTarget(
  { url, method }: Target,
  { headers, body }: Message,
  timeoutMs: number,
  { send, reach }: Egress,
): Promise<TargetResult> {
  const sent = await send(
    { method: wireMethods[method], url: url.href, headers, body },
    { timeoutMs, allow: reach, maxResponseBytes: maxAnswerBytes },
  );
  switch (sent.kind) {
    case 'answered':
      return sent;
    case 'unknown':
      return {
        kind: 'unanswered',
        error: new VaultError(
          sent.reason === 'timeout' ? 'destination_timeout' : 'destination_error',
        ),
        ...(sent.status !== undefined && { status: sent.status }),
      };
    case 'not_sent':
      return { kind: 'unanswered', error: notSent(sent.reason) };
  }
}

function notSent(reason: NotSentReason): VaultError {
  switch (reason) {
    case 'timeout before the connection':
      return new VaultError('destination_timeout');
    case 'address refused':
      return new VaultError('destination_not_allowed');
    case 'invalid request':
      // The URL was checked before, so HTTP refuses the headers.
      return new VaultError('validation_error', { headers: ['cannot be sent'] });
    default:
      return new VaultError('destination_error');
  }
}

const unpackers: Readonly<Record<string, (packed: Buffer) => Promise<Buffer>>> = {
  gzip: (packed) => promisify(gunzip)(packed, { maxOutputLength: maxAnswerBytes }),
  'x-gzip': (packed) => promisify(gunzip)(packed, { maxOutputLength: maxAnswerBytes }),
  deflate: (packed) => promisify(inflate)(packed, { maxOutputLength: maxAnswerBytes }),
  br: (packed) => promisify(brotliDecompress)(packed, { maxOutputLength: maxAnswerBytes }),
};

/**
 * The body of an answer in a form that can be searched, even if the target compressed it unasked.
 * Throws VaultError `destination_error` for a body that cannot be decompressed, or not within 1
 * MiB.
 */
export async function readableBody({ headers, body }: BytesResponse): Promise<Buffer> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity' || body.length === 0) return body;
  try {
    const unpack = ownMember(unpackers, encoding);
    if (!unpack) throw new Error('An encoding that is not known.');
    return await unpack(body);
  } catch {
    throw new VaultError('destination_error');
  }
}

/**
 * A target's answer for the tenant with every echo of a card masked: status, returned headers and
 * body. Throws VaultError `destination_error`.
 */
export async function maskedResponse(
  response: BytesResponse,
  echoes: MaskingRules,
): Promise<RawResponse> {
  const isJson = isJsonType(response.headers['content-type']);
  const body = await readableBody(response);
  try {
    return tenantResponse(response, maskResponse(body, isJson, echoes), echoes);
  } finally {
    body.fill(0);
  }
}

/** The answer with a body that is masked already, and with extra headers of the vault. */
export function tenantResponse(
  { status, headers }: Pick<BytesResponse, 'status' | 'headers'>,
  body: Buffer,
  echoes: MaskingRules,
  ours: Readonly<Record<string, string>> = {},
): RawResponse {
  // API Gateway can return no other status.
  if (status < 200 || status > 599) throw new VaultError('destination_error');
  const isText = isUtf8(body);
  const heard = Object.entries(returnedHeaders(headers)).map(
    ([name, value]) =>
      [name, maskResponse(Buffer.from(value, 'utf8'), false, echoes).toString('utf8')] as const,
  );
  return rawResponse({
    status,
    headers: { ...Object.fromEntries(heard), ...ours },
    body: body.toString(isText ? 'utf8' : 'base64'),
    ...(!isText && { isBase64: true }),
  });
}

const isJsonType = (contentType: string | undefined): boolean =>
  /^[^;]*[/+]json\b/i.test(contentType ?? '');
