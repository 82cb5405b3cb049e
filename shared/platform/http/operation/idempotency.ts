import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { canonical } from '../../canonical.ts';
import { holdsCardNumber } from '../../card-numbers/card-number-inside.ts';
import { derivedKey, openWith, sealWith } from '../../crypto/aead.ts';
import { SwitchError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { Bytes } from '../../schema.ts';
import { maxItemBytes } from '../../table/item-size.ts';
import { sha256 } from '../../table/shared-keys.ts';
import type { Table } from '../../table/table.ts';
import { zlib } from '../../zlib.ts';
import type { Caller } from '../callers/caller.ts';
import type { PresentedCredentials } from '../callers/presented-credentials.ts';
import { type RawResponse, rawResponse } from '../response/raw-response.ts';
import type { Operation } from './operation.ts';

/**
 * `Idempotency-Key` on every POST, with Stripe's semantics. The same key with the same request gets
 * the first answer again, marked as a repeat; with another request it is refused.
 *
 * A create that derives its id from the key stores no answer: see `repeats` of its operation, and
 * `createIdempotently`. All other answers are stored encrypted. Their key is derived from the
 * caller's credentials, which the switch does not store.
 */
export interface IdempotentRequest {
  /** Names the key within its merchant or customer, without revealing it. */
  readonly id: string;
  /** A hash of the caller's secret. */
  readonly callerHash: string;
  /** The request, hashed with that secret, because a body may hold a card number. */
  readonly fingerprint: string;
  /** Encrypts the answer; 32 bytes. */
  readonly sealingKey: Buffer;
}

/** An answer as the client gets it. */
export interface StoredResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The header of a repeated answer. */
const replayedHeader = { 'idempotent-replayed': 'true' } as const;

/** Whether this is the stored answer of an earlier request with the same key. */
export const isReplayed = ({ headers }: StoredResponse): boolean =>
  'idempotent-replayed' in headers;

/** The answer to a repeated request whose object the first request created. */
export const replayed = (answer: object): RawResponse =>
  rawResponse({
    status: 200,
    headers: { 'content-type': 'application/json', ...replayedHeader },
    body: JSON.stringify(answer),
  });

/** Seconds for which a key is stored. */
export const idempotencyKeySeconds = 86_400;
/** Answers to customers' devices are stored too, so the key itself must be hard to guess. */
export const minClientKeyLength = 20;

/**
 * The key and fingerprint by which a repeated request is recognized; undefined where it carries no
 * key or the operation has no use for one.
 *
 * @param request the request as it was sent: path, query, body, and the merchant and profile that
 * it acts for
 * @throws SwitchError `invalid_idempotency_key`
 */
export function idempotentRequestOf(
  { method, auth }: Operation,
  key: string | undefined,
  { apiKey = '', clientSecret = '' }: Pick<PresentedCredentials, 'apiKey' | 'clientSecret'>,
  caller: Caller,
  request: readonly unknown[],
): IdempotentRequest | undefined {
  if (key === undefined || method !== 'POST') return undefined;
  if (auth === 'none' || auth === 'processor key') return undefined;
  const isClient = caller.kind === 'client';
  const isName = /^[\x20-\x7e]{1,255}$/.test(key) && !holdsCardNumber(key);
  if (!isName || (isClient && key.length < minClientKeyLength)) {
    throw new SwitchError('invalid_idempotency_key', {
      shortest: isClient ? minClientKeyLength : 1,
    });
  }
  const id = sha256(JSON.stringify(['idempotency', key, ...keyScope(caller)])).toString(
    'base64url',
  );
  // For a customer's device the key is the only part that a reader of the table does not know.
  const secret = JSON.stringify(isClient ? [apiKey, clientSecret, key] : [apiKey]);
  const material = Buffer.from(secret);
  const derived = (use: string) => derivedKey(material, Buffer.from(id), Buffer.from(use));
  return {
    id,
    callerHash: sha256(`callerHash ${isClient ? clientSecret : apiKey}`).toString(
      'base64url',
      0,
      12,
    ),
    fingerprint: createHmac('sha256', derived('fingerprint of a request'))
      .update(canonical(request))
      .digest('base64url'),
    sealingKey: derived('answer to a request'),
  };
}

/**
 * Customers' keys have scopes of their own, so a customer who guesses a key blocks no other caller.
 */
function keyScope(caller: Caller): readonly string[] {
  switch (caller.kind) {
    case 'client':
      return ['client', caller.clientSecret];
    case 'customer':
      return ['customer', caller.customerId];
    default:
      return [];
  }
}

const StoredClaim = v.looseObject({
  version: v.number(),
  callerHash: v.string(),
  fingerprint: v.string(),
  /**
   * `asked` from the start, `free` when the request certainly changed nothing, `answered` at its
   * end.
   */
  state: v.picklist(['asked', 'free', 'answered']),
  /** Until when the first request may still be running, ISO 8601. */
  until: v.string(),
  answer: v.optional(Bytes),
});

const StoredContent = v.object({
  statusCode: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});

interface IdempotentRun {
  readonly idempotentRequest: IdempotentRequest;
  /** Empty for the operator's own requests. */
  readonly merchantId: string;
  readonly now: Date;
  /** Milliseconds until this function is stopped. */
  readonly remainingMs: number;
  readonly log: Log;
  /** Throws when nothing was changed and a repeat may succeed; every other end is an answer. */
  run(): Promise<StoredResponse>;
}

/**
 * Runs a request once for each key: stores the answer and gives it to repeated requests. A request
 * may be repeated under its key when it was refused for a temporary reason, or failed before it
 * changed anything.
 *
 * @throws SwitchError `idempotency_key_reused` for another request under a known key,
 * `idempotency_key_in_use` while the first request runs, `idempotency_outcome_unknown` when it was
 * cut off, and the errors of the request itself
 */
export async function runIdempotently(
  { idempotentRequest, merchantId, now, remainingMs, log, run }: IdempotentRun,
  table: Pick<Table, 'putNew' | 'save'>,
): Promise<StoredResponse> {
  const { id, callerHash, fingerprint, sealingKey } = idempotentRequest;
  const context = Buffer.from(`${merchantId} ${id}`);
  const claim = {
    pk: merchantId ? `MERCHANT#${merchantId}#IDEMPOTENCY#${id}` : `IDEMPOTENCY#${id}`,
    sk: 'IDEMPOTENCY',
    ...(merchantId && { merchantId }),
    callerHash,
    fingerprint,
    state: 'asked',
    until: new Date(now.getTime() + remainingMs).toISOString(),
    expiresAtSeconds: Math.floor(now.getTime() / 1_000) + idempotencyKeySeconds,
    version: 1,
  };
  const found = await table.putNew(claim);
  const knownClaim = found && v.parse(StoredClaim, found);
  if (knownClaim) {
    if (knownClaim.callerHash !== callerHash) throw new SwitchError('idempotency_key_of_another');
    if (knownClaim.fingerprint !== fingerprint) throw new SwitchError('idempotency_key_reused');
    if (knownClaim.state === 'answered')
      return openStoredResponse(knownClaim.answer, sealingKey, context);
    if (knownClaim.state === 'asked') {
      const isAtWork = Date.parse(knownClaim.until) > now.getTime();
      throw new SwitchError(isAtWork ? 'idempotency_key_in_use' : 'idempotency_outcome_unknown');
    }
  }
  // Of several requests that find the key free, one wins this save.
  const ownClaim = knownClaim ? await table.save({ ...claim, version: knownClaim.version }) : claim;
  const saveClaim = async (end: object) => {
    try {
      // An answer may be larger than the object it shows.
      await table.save({ ...ownClaim, ...end }, { upTo: maxItemBytes });
    } catch (error) {
      // The change is made, and the caller gets its answer. The answer to a repeat will be that the
      // outcome is unknown.
      log.error('end of an idempotent request not noted', error);
    }
  };
  let answer: StoredResponse;
  try {
    answer = await run();
  } catch (error) {
    await saveClaim({ state: 'free' });
    throw error;
  }
  const text = zlib.deflateRawSync(JSON.stringify(answer));
  await saveClaim({ state: 'answered', answer: sealWith(sealingKey, context, text) });
  return answer;
}

function openStoredResponse(
  sealed: Uint8Array | undefined,
  sealingKey: Buffer,
  context: Buffer,
): StoredResponse {
  if (!sealed) throw new Error('A stored answer has no body.');
  const text = zlib.inflateRawSync(openWith(sealingKey, context, sealed)).toString('utf8');
  const { headers, ...answer } = v.parse(StoredContent, JSON.parse(text));
  return { ...answer, headers: { ...headers, ...replayedHeader } };
}
