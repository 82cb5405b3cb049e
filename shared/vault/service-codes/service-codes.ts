import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { Bytes } from '../../schema.ts';
import type { Table } from '../../table/table.ts';
import type { Actor, AuditTrail } from '../audit/audit-trail.ts';
import { openRecord, sealRecord } from '../keys/envelope.ts';
import type { TenantKeys } from '../keys/tenant-keys.ts';

/** Who wants what with the service code of which card. */
export interface CodeRequest {
  readonly tenant: string;
  readonly cardToken: string;
  readonly actor: Actor;
  readonly reason: string;
  readonly origin: string;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Service codes, which may not be kept after an authorization: each is held for a short while, and
 * given to one taker (reference 05, section 9; reference 06, section 3).
 */
export interface ServiceCodes {
  /** Holds a code for some seconds. A new code of the same card takes the place of the old one. */
  hold(request: CodeRequest & { readonly code: Uint8Array; readonly seconds: number }): Promise<{
    readonly expiresAt: string;
  }>;
  /** Until when codes of these cards are held, by card token; those without one are left out. */
  held(
    tenant: string,
    cardTokens: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, string>>;
  /** Gives the code and forgets it, in one write: one of many gets it. Undefined when none is held. */
  take(request: CodeRequest): Promise<Buffer | undefined>;
  /** Lends the code for 60 s, three times at most. */
  lease(request: CodeRequest): Promise<Lease>;
  /** Forgets the code; true when there was one. */
  drop(request: CodeRequest): Promise<boolean>;
}

export type Lease =
  | {
      readonly kind: 'leased';
      readonly code: Buffer;
      /** The code cannot have been used: it may be lent again, unless it was for the third time. */
      release(): Promise<void>;
      /** The code may have been used: it is forgotten. */
      spend(): Promise<void>;
    }
  /** Somebody else holds it just now. */
  | { readonly kind: 'in use' }
  | { readonly kind: 'none' };

/** How long a code is held unless the tenant says otherwise, in seconds. */
export const defaultCodeSeconds = 3_600;
export const leaseSeconds = 60;
export const mostLeases = 3;

export const CodeItem = v.looseObject({
  tenant: v.string(),
  cardToken: v.string(),
  codeId: v.string(),
  /** Which key it was sealed with, which is erased not long after it. */
  epoch: v.number(),
  sealed: Bytes,
  expiresAtMs: v.number(),
  leases: v.number(),
  /** Until when it is lent; 0 when it is not. */
  leasedUntilMs: v.number(),
  createdAt: v.string(),
});
export type CodeItem = v.InferOutput<typeof CodeItem>;

export const codeKey = (tenant: string, cardToken: string) => ({
  pk: `TENANT#${tenant}#CODE#${cardToken}`,
  sk: 'CODE',
});

const placeOf = (tenant: string, cardToken: string) =>
  ({ tenant, cardToken, keyClass: 'csc', group: 'code' }) as const;

export function serviceCodes(
  table: () => Table,
  keys: TenantKeys,
  audit: AuditTrail,
): ServiceCodes {
  const record = (
    type: 'csc.stored' | 'csc.taken' | 'csc.leased' | 'csc.released' | 'csc.purged',
    { tenant, cardToken, actor, reason, origin, requestId, now }: CodeRequest,
    codeId: string,
  ) =>
    audit.record({
      ...{ tenant, type, actor, reason, cardToken, codeId, origin, requestId, now },
      result: 'allowed',
    });

  async function opened({ tenant, cardToken, epoch, sealed }: CodeItem) {
    const key = await keys.version(tenant, 'csc', epoch);
    return openRecord(key, placeOf(tenant, cardToken), sealed);
  }

  return {
    async hold(request) {
      const { tenant, cardToken, code, seconds, now } = request;
      const key = await keys.current(tenant, 'csc', now);
      const codeId = randomUUID();
      const expiresAtMs = now.getTime() + seconds * 1_000;
      await record('csc.stored', request, codeId);
      await table().change(codeKey(tenant, cardToken), {
        set: {
          ...{ tenant, cardToken, codeId, expiresAtMs },
          epoch: key.version,
          sealed: sealRecord(key, placeOf(tenant, cardToken), code),
          leases: 0,
          leasedUntilMs: 0,
          createdAt: now.toISOString(),
          expiresAtSeconds: Math.ceil(expiresAtMs / 1_000),
        },
      });
      return { expiresAt: new Date(expiresAtMs).toISOString() };
    },

    async held(tenant, cardTokens, now) {
      const items = await table().batchGet(cardTokens.map((token) => codeKey(tenant, token)));
      const codes = items.map((item) => v.parse(CodeItem, item));
      return new Map(
        codes
          .filter(({ expiresAtMs }) => expiresAtMs > now.getTime())
          .map(({ cardToken, expiresAtMs }) => [cardToken, new Date(expiresAtMs).toISOString()]),
      );
    },

    async take(request) {
      const { tenant, cardToken, now } = request;
      const item = await table().take(codeKey(tenant, cardToken), {
        atLeast: { expiresAtMs: now.getTime() + 1 },
        atMost: { leasedUntilMs: now.getTime() },
      });
      if (!item) return undefined;
      const taken = v.parse(CodeItem, item);
      // It is gone by now: without a line in the audit trail nobody gets it.
      await record('csc.taken', request, taken.codeId);
      return opened(taken);
    },

    async lease(request) {
      const { tenant, cardToken, now } = request;
      const key = codeKey(tenant, cardToken);
      const leasedUntilMs = now.getTime() + leaseSeconds * 1_000;
      const item = await table().changeWhere(
        key,
        { add: { leases: 1 }, set: { leasedUntilMs } },
        {
          present: true,
          atLeast: { expiresAtMs: now.getTime() + 1 },
          atMost: { leasedUntilMs: now.getTime(), leases: mostLeases - 1 },
        },
      );
      if (!item) {
        const there = await table().get(key);
        const code = there && v.parse(CodeItem, there);
        const isLent = code && code.leasedUntilMs > now.getTime();
        return { kind: isLent && code.expiresAtMs > now.getTime() ? 'in use' : 'none' };
      }
      const leased = v.parse(CodeItem, item);
      const isOurs = { atLeast: { leasedUntilMs }, atMost: { leasedUntilMs } };
      await record('csc.leased', request, leased.codeId);
      const spend = async () => {
        if (await table().take(key, isOurs)) await record('csc.purged', request, leased.codeId);
      };
      return {
        kind: 'leased',
        code: await opened(leased),
        spend,
        async release() {
          if (leased.leases >= mostLeases) return spend();
          await table().changeWhere(key, { set: { leasedUntilMs: 0 } }, isOurs);
          await record('csc.released', request, leased.codeId);
        },
      };
    },

    async drop(request) {
      const item = await table().take(codeKey(request.tenant, request.cardToken), {});
      if (!item) return false;
      await record('csc.purged', request, v.parse(CodeItem, item).codeId);
      return true;
    },
  };
}
