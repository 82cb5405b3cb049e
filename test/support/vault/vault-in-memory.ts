import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { logTo } from '../../../shared/log.ts';
import type { VaultAuthenticator } from '../../../shared/vault/http/vault-authenticator.ts';
import type { VaultImplemented } from '../../../shared/vault/http/vault-implement.ts';
import { type VaultEdge, vaultLambdaOver } from '../../../shared/vault/http/vault-lambda.ts';
import type { VaultOperation } from '../../../shared/vault/http/vault-operation.ts';
import { vaultOperations } from '../../../shared/vault/operations.ts';
import { VaultError } from '../../../shared/vault/vault-error.ts';
import { type AVault, aVault } from './a-vault.ts';
import { cardsHandlers } from './handlers/cards.ts';
import { credentialsHandlers } from './handlers/credentials.ts';
import { pagesHandlers } from './handlers/pages.ts';
import { proxyHandlers } from './handlers/proxy.ts';

/** What the handlers of a vault in memory share, and what tests turn and look at. */
export interface VaultWorld {
  readonly vault: AVault;
  readonly clock: { now: Date };
  readonly logged: string[];
  readonly edge: () => VaultEdge;
  /** Makes a handler of an operation that was implemented. */
  serve<O extends VaultOperation, S>(
    implemented: VaultImplemented<O, S>,
    services: () => S,
  ): ReturnType<typeof vaultLambdaOver>;
}

export interface VaultAsk {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The API key, as `api_key` in the query. */
  readonly key?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceIp?: string;
}

export interface VaultAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The JSON of the answer; undefined when it is none. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export const laptopMasterKey = 'vault_test_master';

/** The whole vault in memory, its handlers called as API Gateway would. */
export function vaultInMemory(vault = aVault()) {
  const clock = { now: new Date('2030-01-31T10:00:00.000Z') };
  const logged: string[] = [];
  const edge = (): VaultEdge => ({
    authenticator: simpleAuthenticator,
    log: logTo((line) => logged.push(line)),
    clock: () => clock.now,
  });
  const world: VaultWorld = {
    vault,
    clock,
    logged,
    edge,
    serve: (implemented, services) => vaultLambdaOver(implemented, services, edge),
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
    const { params, key, sourceIp = '203.0.113.7' } = given;
    const query = { ...given.query, ...(key !== undefined && { api_key: key }) };
    const text = given.text ?? (given.body === undefined ? undefined : JSON.stringify(given.body));
    const requestId = randomUUID();
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, one) => params?.[one] ?? '');
    const routeKey = `${operation.method} ${operation.path}`;
    const event: APIGatewayProxyEventV2 = {
      version: '2.0',
      routeKey,
      rawPath: path,
      rawQueryString: new URLSearchParams(query).toString(),
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...given.headers,
      },
      ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
      ...(params && { pathParameters: { ...params } }),
      ...(text !== undefined && { body: text }),
      isBase64Encoded: false,
      requestContext: {
        accountId: '000000000000',
        apiId: 'vault',
        domainName: 'vault.example',
        domainPrefix: 'vault',
        http: { method: operation.method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
        requestId,
        routeKey,
        stage: '$default',
        time: '',
        timeEpoch: clock.now.getTime(),
      },
    };
    const context = { getRemainingTimeInMillis: () => 28_000 } as Context; // All that we use of it.
    const result = await handler(event, context);
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

/** Takes `vk_{tenant}` for a key of that tenant, until keys are kept. */
const simpleAuthenticator: VaultAuthenticator = {
  async identify(auth, { queryKey, headerKey }) {
    if (auth === 'none' || auth === 'session token') return { kind: 'anyone' };
    const key = queryKey ?? headerKey;
    if (!key?.startsWith('vk_')) throw new VaultError('unauthorized');
    return { kind: 'tenant', tenant: key.slice(3), keyId: `id of ${key}` };
  },
};
