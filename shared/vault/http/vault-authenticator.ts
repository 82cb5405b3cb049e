import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { AdminKey } from '#platform/http/callers/authenticate.ts';
import { findOperator, type Operator } from '#platform/http/callers/operator-key.ts';
import { noteUse } from '#platform/table/note-use.ts';
import { sha256 } from '#platform/table/shared-keys.ts';
import type { Table } from '#platform/table/table.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { ApiKey, apiKeyIdOf, apiKeyKey } from '../callers/api-key.ts';
import type { MasterKey } from '../callers/master-key.ts';
import { TooManyRequests, VaultError } from '../vault-error.ts';
import type { KeyRate, RefusedSources } from './limits.ts';
import type { VaultCaller } from './vault-implement.ts';
import type { VaultAuth } from './vault-operation.ts';

/** The credentials in a request. */
interface VaultPresentedCredentials {
  /** The API key in the query. */
  readonly queryKey: string | undefined;
  /** The API key in the header `api-key`. */
  readonly headerKey: string | undefined;
  readonly sourceIp: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface VaultAuthenticator {
  /**
   * Authenticates the caller on every request, without a cache. Throws VaultError `unauthorized`,
   * `bad_request` for two different keys, and `http_too_many_requests`.
   */
  identify(auth: VaultAuth, presented: VaultPresentedCredentials): Promise<VaultCaller>;
}

interface Services {
  readonly credentials: () => Table;
  readonly audit: AuditTrail;
  readonly master: MasterKey;
  /** The table with the keys of operators; undefined where only the shared key is valid. */
  readonly operators: (() => Table) | undefined;
  readonly admin: AdminKey;
  readonly rate: KeyRate;
  readonly sources: RefusedSources;
}

/** Why a key is refused. The caller gets `unauthorized` for every reason. */
interface Refusal {
  readonly reason: 'unknown key' | 'revoked key';
  readonly tenant: string;
}

export function vaultAuthenticator(services: Services): VaultAuthenticator {
  const { credentials, audit, master, operators, admin, rate, sources } = services;

  /** The caller that a valid key belongs to. */
  async function resolveCaller(
    key: string,
    storedKey: ApiKey | undefined,
    mayBeAdmin: boolean,
    now: Date,
  ): Promise<VaultCaller | Refusal> {
    if (storedKey?.status === 'revoked') return { reason: 'revoked key', tenant: storedKey.tenant };
    if (storedKey && !storedKey.fromSecret) {
      await noteUse(credentials(), apiKeyKey(storedKey.id), {
        lastUsedAt: storedKey.lastUsedAt,
        now,
      });
      return callerOf(storedKey);
    }
    // A master key is valid while the secret has its value, even if it was never recorded.
    const secret = await master.read();
    if (secret && isSame(secret, key)) return callerOf(secret);
    if (storedKey) return { reason: 'revoked key', tenant: storedKey.tenant };
    const operator = mayBeAdmin ? await operatorWith(key, now) : undefined;
    if (operator) return { kind: 'operator', ...operator };
    return { reason: 'unknown key', tenant: '' };
  }

  async function operatorWith(key: string, now: Date): Promise<Operator | undefined> {
    try {
      if (!operators) return (await admin.matches(key)) ? {} : undefined;
      return await findOperator(key, now, { table: operators, isShared: admin.matches });
    } catch (error) {
      throw new VaultError('service_unavailable', {}, { cause: error });
    }
  }

  async function refuse(
    { reason, tenant }: Refusal,
    presented: VaultPresentedCredentials,
  ): Promise<never> {
    const { sourceIp, requestId, now } = presented;
    await Promise.all([
      // A caller with a revoked key once had it and guesses nothing, so its address is not blocked.
      reason === 'unknown key' && sources.recordRefused(sourceIp, now),
      audit.record({
        tenant,
        reason,
        requestId,
        now,
        type: 'access.refused',
        actor: { kind: 'anyone', id: '' },
        result: 'refused',
        origin: sourceIp,
      }),
    ]);
    throw new VaultError('unauthorized');
  }

  return {
    async identify(auth, presented) {
      if (auth === 'none' || auth === 'session token') return { kind: 'anyone' };
      const { queryKey, headerKey, sourceIp, now } = presented;
      if (queryKey !== undefined && headerKey !== undefined && queryKey !== headerKey) {
        throw new VaultError('bad_request');
      }
      const key = queryKey ?? headerKey;
      if (!key) throw new VaultError('unauthorized');

      const id = apiKeyIdOf(key);
      const [item, blockedMs, waitMs] = await Promise.all([
        credentials().get(apiKeyKey(id)),
        sources.blockedForMs(sourceIp, now),
        rate.countRequest(id, now),
      ]);
      if (blockedMs !== undefined) throw new TooManyRequests(blockedMs);
      const found = item && v.parse(ApiKey, item);
      const storedKey = found && isSame(found, key) ? found : undefined;
      // An admin key in a URL has been in logs, so it is refused there like an unknown key.
      const mayBeAdmin = auth === 'api key or admin key' && queryKey === undefined;
      const holder = await resolveCaller(key, storedKey, mayBeAdmin, now);
      // Refused callers count too: a revoked key blocks no address, and must not flood the audit
      // trail.
      if (waitMs !== undefined) throw new TooManyRequests(waitMs);
      if ('reason' in holder) return refuse(holder, presented);
      return holder;
    },
  };
}

const callerOf = ({ tenant, id }: ApiKey): VaultCaller => ({ kind: 'tenant', tenant, keyId: id });

/** The id holds 122 bits of the hash, so the whole hash is compared too. */
const isSame = ({ hash }: ApiKey, key: string) => {
  const storedHash = Buffer.from(hash, 'hex');
  return storedHash.length === 32 && timingSafeEqual(storedHash, sha256(key));
};
