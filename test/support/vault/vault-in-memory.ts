import { randomUUID } from 'node:crypto';
import { adminKeyFrom } from '#platform/http/callers/admin-key.ts';
import { lambdaOver } from '#platform/http/edge/lambda.ts';
import { logTo } from '#platform/log.ts';
import { noteUse } from '#platform/table/note-use.ts';
import { apiKeyKey } from '#vault/callers/api-key.ts';
import { masterKeyFrom } from '#vault/callers/master-key.ts';
import { apiKeys } from '#vault/credentials/api-keys.ts';
import { keyRate, refusedSources } from '#vault/http/limits.ts';
import { vaultAuthenticator } from '#vault/http/vault-authenticator.ts';
import { type VaultEdge, vaultPolicy } from '#vault/http/vault-policy.ts';
import { vaultOperations } from '#vault/operations.ts';
import type { Answer, Ask } from '../switch/switch-in-memory.ts';
import { memoryTable } from '../table/memory-table.ts';
import { aVault } from './a-vault.ts';
import { anyContext, aVaultEvent } from './a-vault-event.ts';
import { cardsHandlers } from './handlers/cards.ts';
import { credentialsHandlers } from './handlers/credentials.ts';
import { pagesHandlers } from './handlers/pages.ts';
import { proxyHandlers } from './handlers/proxy.ts';
import type { VaultInMemory } from './vault-context.ts';

/**
 * A request of the vault. Its API key is sent as `api_key` in the query. `vk_shop_east` stands for a
 * key of the tenant `shop_east`, here and in the header `api-key`.
 */
export interface VaultAsk
  extends Pick<Ask, 'method' | 'params' | 'query' | 'key' | 'body' | 'text' | 'bytes' | 'headers'> {
  readonly sourceIp?: string;
}

export type VaultAnswer = Answer;

export const laptopMasterKey = 'vault_test_master';
/** The operator's, in the header `api-key`. */
export const vaultAdminKey = 'admin_of_the_vault_tests';

/**
 * The whole vault in memory, its handlers called as API Gateway would. Time stands still in it, so
 * it counts requests only where a test is about that (`limited`).
 */
export function vaultInMemory(vault = aVault(), { limited = false } = {}) {
  const clock = { now: new Date('2030-01-31T10:00:00.000Z') };
  const logged: string[] = [];
  const secret = { value: laptopMasterKey, since: new Date('2029-12-01T08:00:00.000Z') };
  const ms = () => clock.now.getTime();
  const master = masterKeyFrom(async () => ({ ...secret }), ms);
  const credentials = () => vault.table('credentials');
  const operators = memoryTable();
  const authenticator = vaultAuthenticator({
    credentials,
    audit: vault.audit,
    master,
    operators: () => operators,
    admin: adminKeyFrom(async () => vaultAdminKey, ms),
    ...(limited
      ? { rate: keyRate(credentials), sources: refusedSources(credentials, () => false) }
      : unlimited),
  });
  const edge = (): VaultEdge => ({
    authenticator,
    log: logTo((line) => logged.push(line)),
    clock: () => clock.now,
  });
  const keysOfTenants = new Map<string, Promise<string>>();
  const tenantKey = (tenant: string) => {
    const actor = { kind: 'operator', id: 'test' } as const;
    const key =
      keysOfTenants.get(tenant) ??
      apiKeys(credentials, master)
        .create({ tenant, actor, now: clock.now })
        .then(async ({ key, value }) => {
          // It is in use: of all requests in an hour the first alone notes that.
          const use = { lastUsedAt: undefined, now: clock.now };
          await noteUse(credentials(), apiKeyKey(key.id), use);
          return value;
        });
    keysOfTenants.set(tenant, key);
    return key;
  };
  /** The key that `vk_shop_east` stands for; real keys are longer, and stand for themselves. */
  const meant = async (key: string | undefined) =>
    key?.startsWith('vk_') && key.length < 46 ? tenantKey(key.slice(3)) : key;
  const world: VaultInMemory = {
    vault,
    clock,
    logged,
    secret,
    master,
    tenantKey,
    edge,
    operators,
    serve: (implemented, services) => lambdaOver(vaultPolicy, implemented, services, edge),
  };
  const handlers = {
    ...credentialsHandlers(world),
    ...cardsHandlers(world),
    ...pagesHandlers(world),
    ...proxyHandlers(world),
  };

  async function ask(name: string, given: VaultAsk = {}): Promise<VaultAnswer> {
    const operation = vaultOperations.find((one) => one.name === name);
    const handler = handlers[name];
    if (!operation || !handler) throw new Error(`There is no operation ${name}.`);
    const { params, sourceIp = '203.0.113.7' } = given;
    const [key, headerKey] = await Promise.all([
      meant(given.key),
      meant(given.headers?.['api-key']),
    ]);
    const query = { ...given.query, ...(key !== undefined && { api_key: key }) };
    const text = given.text ?? (given.body === undefined ? undefined : JSON.stringify(given.body));
    const event = aVaultEvent({
      method: given.method ?? operation.method,
      path: operation.path.replaceAll(/\{(\w+)\}/g, (_, one) => params?.[one] ?? ''),
      template: operation.path,
      params,
      query,
      body: given.bytes ? Buffer.from(given.bytes).toString('base64') : text,
      isBase64Encoded: given.bytes !== undefined,
      sourceIp,
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...given.headers,
        ...(headerKey !== undefined && { 'api-key': headerKey }),
      },
      requestId: randomUUID(),
    });
    const result = await handler(event, anyContext);
    const answered = result.isBase64Encoded
      ? Buffer.from(result.body ?? '', 'base64').toString()
      : (result.body ?? '');
    const headers = Object.fromEntries(
      Object.entries(result.headers ?? {}).map(([header, value]) => [header, String(value)]),
    );
    return { status: result.statusCode ?? 200, headers, text: answered, body: json(answered) };
  }

  return { ...world, handlers, ask };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts nothing and blocks nobody. */
const unlimited = {
  rate: { countRequest: async () => undefined },
  sources: { blockedForMs: async () => undefined, recordRefused: async () => {} },
};
