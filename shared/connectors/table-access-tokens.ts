// Loaded late: few processors issue access tokens.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isSwitchError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { Bytes } from '#platform/schema.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { Key, Table } from '#platform/table/table.ts';
import type { AccessTokens, AskForToken } from './access-tokens.ts';
import type { ConnectorAccess, TokenPlace } from './interface/exchange.ts';

export interface TokenServices {
  readonly table: Pick<Table, 'get' | 'putNew' | 'save'>;
  readonly secrets: MerchantSecrets;
  readonly clock: () => Date;
  readonly log: Log;
  /** Waits this many milliseconds. */
  readonly wait: (ms: number) => Promise<unknown>;
}

/** How long only one caller renews the token, in ms: longer than most processors take. */
const leaseMs = 8_000;
/**
 * The longest wait for a caller that renews the token, in ms: longer than a dead caller's lease.
 */
const maxWaitMs = 10_000;
/** How long no caller asks again after the processor issued no token, in ms. */
const pauseMs = 3_000;
/** Between two looks at the table, in ms. */
const firstTurnMs = 50;
const maxTurnMs = 500;
/** No token is used in its last 30 s or the last tenth of its life: it could end on its way. */
const unusedMs = 30_000;
/** It is renewed in its last two minutes, or in the last quarter of its life. */
const renewedMs = 120_000;
/** The longest storage time of a token, also where its processor states a longer life, in ms. */
const maxLifeMs = 86_400_000;
/** How many tokens a container remembers. */
const maxRemembered = 100;

const text = v.optional(v.string());

const Failure = v.object({
  result: v.picklist(['declined', 'unknown', 'not_sent']),
  code: text,
  message: text,
});
type Failure = v.InferOutput<typeof Failure>;

/** The item of a token, or of the lease of a caller that asks for the first one. */
const Stored = v.looseObject({
  pk: v.string(),
  sk: v.string(),
  version: v.number(),
  /** Until when one caller renews it, or none does after a failure. */
  leaseUntilMs: v.number(),
  /** Why the processor issued none, the last time that it was asked. */
  failure: v.optional(Failure),
  /** Absent while there is none, or after the processor refused it. */
  sealed: v.optional(Bytes),
  issuedAtMs: v.optional(v.number()),
  endsAtMs: v.optional(v.number()),
});
type Stored = v.InferOutput<typeof Stored>;

const Sealed = v.object({ accessToken: v.string() });

/** A token in memory. */
interface Token {
  readonly accessToken: string;
  readonly endsAtMs: number;
  readonly usableUntilMs: number;
  readonly renewedFromMs: number;
}

interface Remembered extends Token {
  /** From then on the table is read again. */
  readonly readAgainAtMs: number;
}

interface Place extends TokenPlace {
  readonly key: Key;
  /** Names the item: in memory, and as the place to which the token is sealed. */
  readonly name: string;
}

/**
 * Access tokens that all containers share: sealed under the merchant's key in the table, and taken
 * from memory while they live. One caller renews a token before it ends, by a conditional write
 * with a lease. The others use the old one until it ends, and wait for the new one where there is
 * none. When the processor issues none, all have its answer for some seconds, and it is not asked
 * again.
 *
 * An item belongs to the credentials that it was issued for. With others, none is found. The
 * table's failures are logged, and cost a request to the processor.
 */
export function tableAccessTokens(services: TokenServices): AccessTokens {
  const { clock, log, wait } = services;
  const now = () => clock().getTime();
  const items = tokenItems(services, now);
  const memory = tokenMemory();
  const shared = { items, memory, wait, now };

  return {
    async get(access, ask, leftMs) {
      const place = placeOf(access);
      if (!place) return ask();
      const known = memory.get(place.name);
      if (known && now() < known.readAgainAtMs) {
        memory.put(place, known, known.readAgainAtMs);
        return issued(known, now());
      }
      const found = await findOrLease(shared, place, leftMs).catch((error: unknown) => {
        log.error('access token not read', error, { connector: access.connectorName });
        return undefined;
      });
      if (!found) return ask();
      if ('lease' in found) return renew(shared, place, found, ask);
      return 'failure' in found ? found.failure : issued(found.token, now());
    },

    async refused(access, accessToken) {
      const place = placeOf(access);
      if (!place) return;
      if (memory.get(place.name)?.accessToken === accessToken) {
        memory.remove(place.name);
      }
      await items.unlessOvertaken(async () => {
        const item = await items.read(place);
        if (!item || (await items.open(place, item))?.accessToken !== accessToken) return;
        const { sealed: _, issuedAtMs: __, endsAtMs: ___, ...rest } = item;
        await items.save(rest);
      });
    },
  };
}

/** Shared by the calls of one `tableAccessTokens`. */
interface Shared {
  readonly items: ReturnType<typeof tokenItems>;
  readonly memory: ReturnType<typeof tokenMemory>;
  readonly wait: TokenServices['wait'];
  readonly now: () => number;
}

/** A usable token, the lease to ask for one, or why there is neither. */
async function findOrLease(
  { items, memory, wait, now }: Shared,
  place: Place,
  leftMs: () => number,
): Promise<{ readonly token: Token } | Leased | { readonly failure: Failure }> {
  const mostMs = Math.min(maxWaitMs, leftMs() / 2);
  let waitedMs = 0;
  for (let turnMs = firstTurnMs; ; turnMs = Math.min(turnMs * 2, maxTurnMs)) {
    const item = await items.read(place);
    const opened = item && (await items.open(place, item));
    const token = opened && now() < opened.usableUntilMs ? opened : undefined;
    if (token && now() < token.renewedFromMs) {
      memory.put(place, token, token.renewedFromMs);
      return { token };
    }
    const lease = await items.takeLease(place, item);
    if (lease) return { lease, old: token };
    if (token) {
      memory.put(place, token, Math.min(token.usableUntilMs, now() + leaseMs));
      return { token };
    }
    if (item?.failure && now() < item.leaseUntilMs) return { failure: item.failure };
    if (waitedMs >= mostMs) return { failure: notInTime };
    await wait(turnMs);
    waitedMs += turnMs;
  }
}

/** Asks for a token and keeps it. When there is none, the old one is used for a while longer. */
async function renew(
  { items, memory, now }: Shared,
  place: Place,
  { lease, old }: Leased,
  ask: AskForToken,
) {
  const asked = await ask();
  const lifeMs =
    asked.result === 'issued' ? Math.min(asked.expiresInSeconds * 1_000, maxLifeMs) : 0;
  if (asked.result !== 'issued' || !(lifeMs > 0)) {
    await items.unlessOvertaken(() =>
      items.save(
        asked.result === 'issued'
          ? { ...lease, leaseUntilMs: 0 }
          : { ...lease, leaseUntilMs: now() + pauseMs, failure: failureOf(asked) },
      ),
    );
    if (asked.result === 'issued' || !old) return asked;
    memory.put(place, old, Math.min(old.usableUntilMs, now() + pauseMs));
    return issued(old, now());
  }
  const { accessToken } = asked;
  const issuedAtMs = now();
  const endsAtMs = issuedAtMs + lifeMs;
  const token = tokenOf(accessToken, issuedAtMs, endsAtMs);
  memory.put(place, token, token.renewedFromMs);
  await items.unlessOvertaken(async () => {
    const sealed = await items.seal(place, accessToken);
    const times = { issuedAtMs, endsAtMs, expiresAtSeconds: Math.ceil(endsAtMs / 1_000) };
    await items.save({ ...lease, ...times, sealed, leaseUntilMs: 0 });
  });
  return asked;
}

/** The tokens and leases in the table. */
function tokenItems({ table, secrets, log }: TokenServices, now: () => number) {
  return { read, save, seal, open, takeLease, unlessOvertaken };

  async function read({ key }: Place): Promise<Stored | undefined> {
    const item = await table.get(key);
    return item && v.parse(Stored, item);
  }

  function save(item: Stored): Promise<Stored> {
    return table.save(item);
  }

  function seal(place: Place, accessToken: string) {
    return secrets.seal(place.keyHolder, place.name, { accessToken });
  }

  async function open(place: Place, item: Stored): Promise<Token | undefined> {
    const { sealed, issuedAtMs, endsAtMs } = item;
    if (!sealed || issuedAtMs === undefined || endsAtMs === undefined) return undefined;
    const { accessToken } = await secrets.open(place.keyHolder, place.name, sealed, Sealed);
    return tokenOf(accessToken, issuedAtMs, endsAtMs);
  }

  /** The item as this caller has leased it; undefined when another one has. */
  async function takeLease({ key }: Place, item: Stored | undefined): Promise<Stored | undefined> {
    if (item && now() < item.leaseUntilMs) return undefined;
    const leaseUntilMs = now() + leaseMs;
    if (item) {
      const { failure: _, ...rest } = item;
      try {
        return await table.save({ ...rest, leaseUntilMs });
      } catch (error) {
        if (!isSwitchError(error, 'concurrent_update')) throw error;
        return undefined;
      }
    }
    const first = {
      ...key,
      version: 1,
      leaseUntilMs,
      expiresAtSeconds: Math.ceil(leaseUntilMs / 1_000) + 60,
    };
    return (await table.putNew(first)) ? undefined : first;
  }

  /** Writes, unless another caller has written since: then that is how it stands. */
  async function unlessOvertaken(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!isSwitchError(error, 'concurrent_update')) log.error('access token not kept', error);
    }
  }
}

/** The tokens that this container used last. */
function tokenMemory() {
  const remembered = new Map<string, Remembered>();
  return {
    get: (name: string) => remembered.get(name),
    remove: (name: string) => remembered.delete(name),
    put({ name }: Place, token: Token, readAgainAtMs: number): void {
      remembered.delete(name);
      remembered.set(name, { ...token, readAgainAtMs });
      const [oldest] = remembered.keys();
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
    },
  };
}

function issued({ accessToken, endsAtMs }: Token, nowMs: number) {
  const expiresInSeconds = Math.max(0, Math.floor((endsAtMs - nowMs) / 1_000));
  return { result: 'issued', accessToken, expiresInSeconds } as const;
}

const notInTime: Failure = { result: 'not_sent', message: 'No access token was issued in time' };

const maxFailureText = 256;

function failureOf({ result, code, message }: Failure): Failure {
  return {
    result,
    ...(code !== undefined && { code: code.slice(0, maxFailureText) }),
    ...(message !== undefined && { message: message.slice(0, maxFailureText) }),
  };
}

interface Leased {
  readonly lease: Stored;
  /** The token until now, if it can still be used. */
  readonly old: Token | undefined;
}

function tokenOf(accessToken: string, issuedAtMs: number, endsAtMs: number): Token {
  const lifeMs = endsAtMs - issuedAtMs;
  return {
    accessToken,
    endsAtMs,
    usableUntilMs: endsAtMs - Math.min(unusedMs, lifeMs / 10),
    renewedFromMs: endsAtMs - Math.min(renewedMs, lifeMs / 4),
  };
}

/**
 * The place of an account's token; undefined where it is not stored. The sort key contains the
 * credentials and the host of the token, so that it is not found with others.
 */
function placeOf({ tokenPlace, testMode = false }: ConnectorAccess): Place | undefined {
  if (!tokenPlace) return undefined;
  const { merchantId, accountId, sealedCredentials } = tokenPlace;
  const credentials = createHash('sha256')
    .update(sealedCredentials)
    .update(testMode ? 'test' : 'live')
    .digest('base64url');
  const pk = `MERCHANT#${merchantId}#ACCESS_TOKEN#${accountId}`;
  const sk = `ACCESS_TOKEN#${credentials}`;
  return { ...tokenPlace, key: { pk, sk }, name: `${pk}|${sk}` };
}
