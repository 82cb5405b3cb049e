import * as v from 'valibot';
import { randomText } from '#platform/ids.ts';
import type { Table } from '#platform/table/table.ts';
import { VaultError } from '../vault-error.ts';

/** The actor of an event. */
export type Actor =
  | { readonly kind: 'api key' | 'session token'; readonly id: string }
  /** The switch itself, for a payment or a saved card of this merchant. */
  | { readonly kind: 'switch'; readonly id: string }
  | { readonly kind: 'operator' | 'job' | 'anyone'; readonly id: string };

/** The type of event. `used` is one connector call or one `send`; `shown` a page. */
export type AuditType =
  | 'card.stored'
  | 'card.shown'
  | 'card.used'
  | 'card.deleted'
  | 'cvc.stored'
  | 'cvc.leased'
  | 'cvc.released'
  | 'cvc.taken'
  | 'cvc.expired'
  | 'cvc.purged'
  | 'api_key.created'
  | 'api_key.revoked'
  | 'session_token.created'
  | 'access.refused'
  | 'destination.allowed'
  | 'destination.removed'
  | 'profile.created'
  | 'profile.changed'
  | 'profile.deleted'
  | 'key.created'
  | 'key.retired'
  | 'key.destroyed'
  | 'audit.read';

/** An audit record. It has no card data. */
export interface AuditEvent {
  readonly tenant: string;
  readonly type: AuditType;
  readonly actor: Actor;
  /** The purpose: `payment pay_1`, `shown to the customer`. */
  readonly reason: string;
  readonly result: 'allowed' | 'refused';
  readonly cardToken?: string | undefined;
  /**
   * The id of the card verification code, if the event is about one; the same over the code's life.
   */
  readonly cvcId?: string | undefined;
  /** The caller's IP address, or `switch`. */
  readonly origin: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface AuditTrail {
  /**
   * Writes the record permanently, within two minutes of the event's `now`: after that the minute
   * is sealed. Throws VaultError `service_unavailable`: then nothing is revealed.
   */
  record(event: AuditEvent): Promise<void>;
}

/**
 * Records of one minute are spread over a few partitions, so that a busy vault is not throttled.
 */
export const auditShards = 4;
/**
 * How long records are stored, in seconds: thirteen months (PCI DSS v4.0.1, 10.5.1 asks for
 * twelve).
 */
export const auditRetentionSeconds = 400 * 86_400;

/** A stored audit record. */
export const AuditRecord = v.looseObject({
  id: v.string(),
  at: v.string(),
  tenant: v.string(),
  type: v.string(),
  actor: v.object({ kind: v.string(), id: v.string() }),
  reason: v.string(),
  result: v.picklist(['allowed', 'refused']),
  cardToken: v.optional(v.string()),
  cvcId: v.optional(v.string()),
  origin: v.string(),
  requestId: v.string(),
});
export type AuditRecord = v.InferOutput<typeof AuditRecord>;

export const tenantAudit = (tenant: string) => `TENANT#${tenant}#AUDIT`;

/** Keys in the audit table that do not begin with their tenant, each with its reason. */
export const auditKeysOutsideTenants = {
  AUDIT: 'Records are sealed minute by minute, those of all tenants and of strangers together.',
  AUDIT_SEALS: 'The seals of the minutes: hashes alone, of no one tenant.',
} as const;

/** The records of a minute, such as `2030-01-31T10:00`, in one shard. */
export const auditPartition = (minute: string, shard: number) => `AUDIT#${minute}#${shard}`;

/** Records are added and never changed: the vault's roles may put, and nothing else. */
export const auditTrail = (table: () => Table): AuditTrail => ({
  async record({ now, ...event }) {
    const at = now.toISOString();
    const id = randomText(20);
    const shard = id.charCodeAt(0) % auditShards;
    const item = {
      ...event,
      id,
      at,
      pk: auditPartition(at.slice(0, 16), shard),
      sk: `${at}#${id}`,
      listPk: tenantAudit(event.tenant),
      listSk: `${at}#${id}`,
      expiresAtSeconds: Math.floor(now.getTime() / 1_000) + auditRetentionSeconds,
    };
    try {
      if (await table().putNew(item)) throw new Error('Two audit records with the same key.');
    } catch (error) {
      throw new VaultError('service_unavailable', {}, { cause: error });
    }
  },
});
