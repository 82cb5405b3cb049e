import { createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import { canonical } from '../canonical.ts';
import { holdsCardNumber } from '../card-number-inside.ts';
import { derivedKey, openWith, sealWith } from '../crypto/aead.ts';
import { SwitchError } from '../errors.ts';
import type { Log } from '../log.ts';
import { Bytes } from '../schema.ts';
import { maxItemBytes } from '../table/item-size.ts';
import { sha256 } from '../table/shared-keys.ts';
import type { Table } from '../table/table.ts';
import type { Caller } from './caller.ts';
import type { Operation } from './operation.ts';
import type { PresentedCredentials } from './presented-credentials.ts';
import { type RawResponse, rawResponse } from './raw-response.ts';

/**
 * `Idempotency-Key` on every POST, with Stripe's semantics: the same key with the same request is
 * answered as it was the first time and marked as a repeat; with another request it is refused. A
 * create that derives its identifier from the key keeps no answer: see `repeats` of its operation, and
 * `createIdempotently`. Of all others the answer is kept, sealed under a key that follows from what the caller
 * presents and that nobody here keeps.
 */
export interface IdempotentRequest {
  /** Names the key within its merchant or its customer, without saying it. */
  readonly id: string;
  /** Whose secret asked; a hash of it. */
  readonly callerHash: string;
  /** The request, hashed under that secret: a body may hold a card number. */
  readonly fingerprint: string;
  /** Seals the answer; 32 bytes. */
  readonly sealingKey: Buffer;
}

/** An answer as it goes to the client. */
export interface StoredResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The header of an answer that was given before. */
const replayedHeader = { 'idempotent-replayed': 'true' } as const;

/** Whether an answer was made for an earlier request under the same key. */
export const isReplayed = ({ headers }: StoredResponse): boolean =>
  'idempotent-replayed' in headers;

/** The answer to a request whose object is there already, because the same request made it before. */
export const replayed = (answer: object): RawResponse =>
  rawResponse({
    status: 200,
    headers: { 'content-type': 'application/json', ...replayedHeader },
    body: JSON.stringify(answer),
  });

/** Seconds for which a key is remembered. */
export const idempotencyKeySeconds = 86_400;
/** What a customer's device presents is kept here too, so its key must be hard to guess by itself. */
const minClientKeyLength = 20;

/** Whether this operation keeps answers for those who repeat a request. */
export const storesResponse = ({ method, auth, repeats }: Operation): boolean =>
  method === 'POST' && auth !== 'none' && auth !== 'processor key' && repeats === undefined;

/**
 * What makes a request recognizable when it comes again; undefined where it carries no key or the
 * operation has no use for one.
 *
 * @param request what the request says, as it was sent: path, query, body, and whom it acts for
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
  // Of a customer's device nothing but the key itself is unknown to whoever reads the table.
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

/** Keys of customers are their own: with one that they guess they stand in the way of nobody else. */
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
  /** `asked` from when it begins, `free` again when it certainly did nothing, `answered` at its end. */
  state: v.picklist(['asked', 'free', 'answered']),
  /** Until when whoever asked may still be at it, ISO 8601. */
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
  /** Throws where nothing was done and a repeat may fare better; every other end is an answer. */
  run(): Promise<StoredResponse>;
}

/**
 * Runs a request once for each key: what was answered is kept, and answered again to whoever repeats
 * it. A request that was refused for reasons that pass, or failed before it did anything, may be
 * repeated under its key.
 *
 * @throws SwitchError `idempotency_key_reused` for another request under a known key,
 * `idempotency_key_in_use` while the first one is at work, `idempotency_outcome_unknown` when it was
 * cut off, and whatever the request itself is refused with
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
  // Of several that found it free, one wins this.
  const ownClaim = knownClaim ? await table.save({ ...claim, version: knownClaim.version }) : claim;
  const saveClaim = async (end: object) => {
    try {
      // An answer may be larger than what it is about.
      await table.save({ ...ownClaim, ...end }, { upTo: maxItemBytes });
    } catch (error) {
      // What was done is done, and is said. Whoever repeats it hears that we do not know.
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
  const text = deflateRawSync(JSON.stringify(answer));
  await saveClaim({ state: 'answered', answer: sealWith(sealingKey, context, text) });
  return answer;
}

function openStoredResponse(
  sealed: Uint8Array | undefined,
  sealingKey: Buffer,
  context: Buffer,
): StoredResponse {
  if (!sealed) throw new Error('An answer was kept without its words.');
  const text = inflateRawSync(openWith(sealingKey, context, sealed)).toString('utf8');
  const { headers, ...answer } = v.parse(StoredContent, JSON.parse(text));
  return { ...answer, headers: { ...headers, ...replayedHeader } };
}
