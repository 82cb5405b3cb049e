import { randomUUID, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { Bytes } from '#platform/schema.ts';
import { dueKeys } from '#platform/table/due.ts';
import type { AttributeConditions } from '#platform/table/port.ts';
import type { Item, Table } from '#platform/table/table.ts';
import type { Actor, AuditTrail, AuditType } from '../audit/audit-trail.ts';
import { openRecord, sealRecord } from '../keys/envelope.ts';
import type { TenantKeys } from '../keys/tenant-keys.ts';
import { maxCvcSeconds } from './cvc-seconds.ts';

/** A request for the card verification code of a card, with its actor and purpose. */
export interface CvcRequest {
  readonly tenant: string;
  readonly cardToken: string;
  readonly actor: Actor;
  readonly reason: string;
  readonly origin: string;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Card verification codes, which may not be stored after an authorization (PCI DSS v4.0.1,
 * 3.3.1.2). Each is stored for a short while, and given to one caller.
 */
export interface CvcStore {
  /**
   * Stores a code for some seconds, 86 400 at most. It replaces the card's existing code; with
   * `ifHeld: 'keep'` the existing code stays. Throws VaultError `service_unavailable`.
   */
  store(
    request: CvcRequest & {
      readonly cvc: Uint8Array;
      readonly seconds: number;
      readonly ifPresent?: 'replace' | 'keep';
    },
  ): Promise<{ readonly expiresAt: string }>;
  /** When the codes of these cards expire, by card token. Cards without a code are left out. */
  expiryOf(
    tenant: string,
    cardTokens: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, string>>;
  /** Whether this is the stored code; undefined when none is stored. */
  matches(request: {
    readonly tenant: string;
    readonly cardToken: string;
    readonly cvc: Uint8Array;
    readonly now: Date;
  }): Promise<boolean | undefined>;
  /**
   * Returns the code and deletes it, in one write: of concurrent callers, one gets it. Undefined
   * when none is stored, or while it is leased.
   */
  take(request: CvcRequest): Promise<Buffer | undefined>;
  /** Leases the code for 60 s, three times at most. */
  lease(request: CvcRequest): Promise<CvcLease>;
  /** Deletes the code; true when there was one. */
  remove(request: CvcRequest): Promise<boolean>;
  /**
   * Erases an expired code; false when there is none. The code's id stays until its end is in the
   * audit trail: when the audit record fails, the next call writes it.
   */
  expire(request: CvcRequest): Promise<boolean>;
}

export type CvcLease =
  | {
      readonly kind: 'leased';
      readonly cvc: Buffer;
      /**
       * The code cannot have been used, so it may be leased again, unless this was the third lease.
       */
      release(): Promise<void>;
      /** The code may have been used, so it is deleted. */
      spend(): Promise<void>;
    }
  /** Another request has leased it. */
  | { readonly kind: 'in use' }
  | { readonly kind: 'none' };

/** How long a lease lasts, in seconds, and how many leases a code has. */
export const leaseSeconds = 60;
export const maxLeases = 3;

const CvcItem = v.looseObject({
  tenant: v.string(),
  cardToken: v.string(),
  cvcId: v.string(),
  /** The 15-minute period of its key, which is erased soon after the period's last code expires. */
  epoch: v.number(),
  sealed: Bytes,
  expiresAtMs: v.number(),
  leases: v.number(),
  /** When the lease ends; 0 without a lease. */
  leasedUntilMs: v.number(),
  createdAt: v.string(),
  dueAt: v.string(),
});
type CvcItem = v.InferOutput<typeof CvcItem>;

/** The rest of an expired code: it is erased, and its end is not yet in the audit trail. */
const CvcName = v.looseObject({ cvcId: v.string(), expiresAtMs: v.number() });

/**
 * Extra time before DynamoDB's own expiry removes a code that the sweeper missed for an hour, in
 * seconds. Such a removal leaves no audit record.
 */
const ttlGraceSeconds = 3_600;
/** After this long, in ms, a function that was about to record the end has ended itself. */
const abandonedMs = 120_000;

export const cvcKey = (tenant: string, cardToken: string) => ({
  pk: `TENANT#${tenant}#CODE#${cardToken}`,
  sk: 'CODE',
});

const placeOf = (tenant: string, cardToken: string) =>
  ({ tenant, cardToken, keyClass: 'cvc', group: 'code' }) as const;

interface Services {
  readonly table: () => Table;
  readonly keys: TenantKeys;
  readonly audit: AuditTrail;
}

export function cvcStore(table: () => Table, keys: TenantKeys, audit: AuditTrail): CvcStore {
  const services = { table, keys, audit };
  return {
    ...storage(services),
    ...reads(services),
    ...uses(services),
    ...removals(services),
  };
}

function storage(services: Services): Pick<CvcStore, 'store'> {
  return {
    async store(request) {
      const { table, keys, audit } = services;
      const { tenant, cardToken, cvc: code, seconds, ifPresent: ifHeld = 'replace', now } = request;
      const key = await keys.current(tenant, 'cvc', now);
      const cvcId = randomUUID();
      // The code's key is erased when the longest storage time is over.
      const storedMs = Math.min(seconds, maxCvcSeconds) * 1_000;
      const expiresAt = new Date(now.getTime() + storedMs);
      const where = cvcKey(tenant, cardToken);
      const item = {
        ...where,
        tenant,
        cardToken,
        cvcId,
        epoch: key.version,
        sealed: sealRecord(key, placeOf(tenant, cardToken), code),
        expiresAtMs: expiresAt.getTime(),
        leases: 0,
        leasedUntilMs: 0,
        createdAt: now.toISOString(),
        expiresAtSeconds: Math.ceil(expiresAt.getTime() / 1_000) + ttlGraceSeconds,
        ...dueKeys(where.pk, expiresAt),
      };
      if (ifHeld === 'replace') await purge(services, request, {});
      await record(audit, 'cvc.stored', request, cvcId);
      const before = await table().putNew(item);
      if (!before) return { expiresAt: expiresAt.toISOString() };
      // Another request stored a code meanwhile: that code stays, and this one ends unused.
      await record(audit, 'cvc.purged', request, cvcId);
      const { expiresAtMs } = v.parse(CvcName, before);
      return { expiresAt: new Date(expiresAtMs).toISOString() };
    },
  };
}

function reads({ table, keys }: Services): Pick<CvcStore, 'expiryOf' | 'matches'> {
  return {
    async expiryOf(tenant, cardTokens, now) {
      const items = await table().batchGet(cardTokens.map((token) => cvcKey(tenant, token)));
      return new Map(
        items
          .flatMap((item) => usableAt(now, item) ?? [])
          .map(({ cardToken, expiresAtMs }) => [cardToken, new Date(expiresAtMs).toISOString()]),
      );
    },

    async matches({ tenant, cardToken, cvc: code, now }) {
      const item = await table().get(cvcKey(tenant, cardToken));
      const good = item && usableAt(now, item);
      if (!good) return undefined;
      const known = await openCvc(keys, good);
      try {
        return known.length === code.length && timingSafeEqual(known, code);
      } finally {
        known.fill(0);
      }
    },
  };
}

function uses(services: Services): Pick<CvcStore, 'take' | 'lease'> {
  return {
    async take(request) {
      const { table, keys, audit } = services;
      const { tenant, cardToken, now } = request;
      const item = await table().take(cvcKey(tenant, cardToken), {
        atLeast: { expiresAtMs: now.getTime() + 1 },
        atMost: { leasedUntilMs: now.getTime(), leases: maxLeases - 1 },
      });
      if (!item) return undefined;
      const taken = v.parse(CvcItem, item);
      // The code is deleted by now: without an audit record no caller gets it.
      await record(audit, 'cvc.taken', request, taken.cvcId);
      return openCvc(keys, taken);
    },

    async lease(request) {
      const { table, keys, audit } = services;
      const { tenant, cardToken, now } = request;
      const key = cvcKey(tenant, cardToken);
      const leasedUntilMs = now.getTime() + leaseSeconds * 1_000;
      const item = await table().changeWhere(
        key,
        { add: { leases: 1 }, set: { leasedUntilMs } },
        {
          present: true,
          atLeast: { expiresAtMs: now.getTime() + 1 },
          atMost: { leasedUntilMs: now.getTime(), leases: maxLeases - 1 },
        },
      );
      if (!item) {
        const there = await table().get(key);
        const isLent = there && usableAt(now, there) && Number(there.leasedUntilMs) > now.getTime();
        if (isLent) return { kind: 'in use' };
        // Leased three times and never released: its use is unknown.
        const isSpent = {
          atLeast: { leases: maxLeases },
          atMost: { leasedUntilMs: now.getTime() },
        };
        if (there) await purge(services, request, isSpent);
        return { kind: 'none' };
      }
      const leased = v.parse(CvcItem, item);
      const { leases, cvcId } = leased;
      const ourLease = { leasedUntilMs, leases };
      const isOurs = { atLeast: ourLease, atMost: ourLease, oneOf: { cvcId: [cvcId] } };
      await record(audit, 'cvc.leased', request, cvcId);
      const spend = async () => {
        await purge(services, request, isOurs);
      };
      return {
        kind: 'leased',
        cvc: await openCvc(keys, leased),
        spend,
        async release() {
          if (leases >= maxLeases) return spend();
          const released = await table().changeWhere(key, { set: { leasedUntilMs: 0 } }, isOurs);
          if (released) await record(audit, 'cvc.released', request, cvcId);
        },
      };
    },
  };
}

function removals(services: Services): Pick<CvcStore, 'remove' | 'expire'> {
  return {
    remove: (request) => purge(services, request, {}),

    async expire(request) {
      const { table, audit } = services;
      const { tenant, cardToken, now } = request;
      const key = cvcKey(tenant, cardToken);
      const set = { endedAtMs: now.getTime() };
      const isOver = { present: true, atMost: { expiresAtMs: now.getTime() } };
      const ended =
        (await table().changeWhere(
          key,
          { set, remove: ['sealed'] },
          { ...isOver, absent: ['endedAtMs'] },
        )) ??
        // Another request began to record the end, and has not finished.
        (await table().changeWhere(
          key,
          { set },
          { atLeast: { endedAtMs: 0 }, atMost: { endedAtMs: now.getTime() - abandonedMs } },
        ));
      if (!ended) return false;
      const { cvcId } = v.parse(CvcName, ended);
      await record(audit, 'cvc.expired', request, cvcId);
      await table().take(key, { oneOf: { cvcId: [cvcId] } });
      return true;
    },
  };
}

function record(
  audit: AuditTrail,
  type: Extract<AuditType, `cvc.${string}`>,
  { tenant, cardToken, actor, reason, origin, requestId, now }: CvcRequest,
  cvcId: string,
) {
  return audit.record({
    tenant,
    type,
    actor,
    reason,
    cardToken,
    cvcId,
    origin,
    requestId,
    now,
    result: 'allowed',
  });
}

async function openCvc(keys: TenantKeys, { tenant, cardToken, epoch, sealed }: CvcItem) {
  const key = await keys.version(tenant, 'cvc', epoch);
  return openRecord(key, placeOf(tenant, cardToken), sealed);
}

/** Deletes the code under this condition and records that; true when there was one. */
async function purge(
  { table, audit }: Services,
  request: CvcRequest,
  condition: AttributeConditions,
): Promise<boolean> {
  const key = cvcKey(request.tenant, request.cardToken);
  // An expired code that is being erased gets its audit record from the job that erases it.
  const item = await table().take(key, { ...condition, absent: ['endedAtMs'] });
  if (!item) return false;
  await record(audit, 'cvc.purged', request, v.parse(CvcName, item).cvcId);
  return true;
}

/** The code if it can still be given out; undefined when it has expired or was leased too often. */
function usableAt(now: Date, item: Item): CvcItem | undefined {
  const code = v.safeParse(CvcItem, item);
  if (!code.success || code.output.expiresAtMs <= now.getTime()) return undefined;
  const { leases, leasedUntilMs } = code.output;
  return leases >= maxLeases && leasedUntilMs <= now.getTime() ? undefined : code.output;
}
