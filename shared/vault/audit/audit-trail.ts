import { randomText } from '../../ids.ts';
import type { Table } from '../../table/table.ts';
import { VaultError } from '../vault-error.ts';

/** Who did it. */
export type Actor =
  | { readonly kind: 'api key' | 'session token'; readonly id: string }
  /** The switch itself, for a payment or a payment method of this merchant. */
  | { readonly kind: 'switch'; readonly id: string }
  | { readonly kind: 'operator' | 'job' | 'anyone'; readonly id: string };

/** What happened. `used` is one connector call or one `send`; `shown` a page. */
export type AuditType =
  | 'card.stored'
  | 'card.shown'
  | 'card.used'
  | 'card.deleted'
  | 'csc.stored'
  | 'csc.leased'
  | 'csc.released'
  | 'csc.taken'
  | 'csc.expired'
  | 'csc.purged'
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

/** One line of the audit trail. Nothing in it is card data. */
export interface AuditEvent {
  readonly tenant: string;
  readonly type: AuditType;
  readonly actor: Actor;
  /** Why: `payment pay_1`, `shown to the customer`. */
  readonly reason: string;
  readonly result: 'allowed' | 'refused';
  readonly cardToken?: string | undefined;
  /** Of the service code, where one is meant; the same over its whole life. */
  readonly codeId?: string | undefined;
  /** Where it came from: an address, or `switch`. */
  readonly origin: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface AuditTrail {
  /** Writes the line down for ever. Throws VaultError `service_unavailable`: then nothing is revealed. */
  record(event: AuditEvent): Promise<void>;
}

/** Lines of one minute lie in a few partitions, so that a busy vault does not wait for itself. */
export const auditShards = 4;
/** How long lines are kept, in seconds: thirteen months. */
const keptSeconds = 400 * 86_400;

export const auditPartition = (minute: string, shard: number) => `AUDIT#${minute}#${shard}`;

/** Lines that are added and never changed: the roles of the vault may put, and nothing else. */
export const auditTrail = (table: () => Table): AuditTrail => ({
  async record({ now, ...event }) {
    const at = now.toISOString();
    const id = randomText(20);
    const shard = id.charCodeAt(0) % auditShards;
    const line = {
      ...event,
      id,
      at,
      pk: auditPartition(at.slice(0, 16), shard),
      sk: `${at}#${id}`,
      listPk: `TENANT#${event.tenant}#AUDIT`,
      listSk: `${at}#${id}`,
      expiresAtSeconds: Math.floor(now.getTime() / 1_000) + keptSeconds,
    };
    try {
      if (await table().putNew(line)) throw new Error('Two lines of the same name.');
    } catch (error) {
      throw new VaultError('service_unavailable', {}, { cause: error });
    }
  },
});
