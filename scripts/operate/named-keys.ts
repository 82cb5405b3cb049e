import * as v from 'valibot';
import { operatorKeyStore } from '#operator/operator-keys/operator-key-store.ts';
import { OperatorKey } from '#platform/http/callers/operator-key.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import { tableOver } from '#platform/table/table.ts';
import { ApiKeyResponse, ApiKeysResponse } from '#vault/credentials/operations.ts';
import { askJson, RequestFailed } from '../../console/ask-json.ts';
import { isThisMachine } from '../../console/safe-request.ts';
import { CommandFailed, operatorKey, UsageError } from '../command-line/command.ts';
import type { Environment } from '../command-line/program.ts';
import { consoleAt } from '../laptop/console-address.ts';
import { withAwsErrors } from './aws-errors.ts';
import { type OperatedTable, operatorDatabase } from './operator-database.ts';

/** A key as its list shows it. Times are ISO 8601; null where there is none. */
export interface KnownKey {
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** Keys with names, wherever they are stored. */
export interface NamedKeys {
  /** Makes a key and returns it whole; undefined when the name was used before. */
  make(name: string): Promise<string | undefined>;
  list(): Promise<readonly KnownKey[]>;
  /** Ends a key; undefined when there is none. */
  revoke(name: string): Promise<KnownKey | undefined>;
}

const shown = ({ name, createdAt, lastUsedAt, revokedAt }: OperatorKey): KnownKey => ({
  name,
  createdAt,
  lastUsedAt: lastUsedAt ?? null,
  revokedAt: revokedAt ?? null,
});

/**
 * The operators' keys in a deployment's table.
 *
 * @param prefix that of the stage's keys, `snd` or `prd`
 */
export async function tableKeys(
  { environment, name: tableName }: OperatedTable,
  prefix: string,
  now: () => Date,
): Promise<NamedKeys> {
  const database = await withAwsErrors('', () => operatorDatabase(environment));
  const keys = operatorKeyStore(tableOver(dynamoPort(tableName, database)));
  return {
    make: (name) => withAwsErrors('', () => keys.make({ name, environment: prefix, now: now() })),
    list: () => withAwsErrors('', async () => (await keys.list()).map(shown)),
    revoke: (name) =>
      withAwsErrors('', async () => {
        const key = await keys.revoke(name, now());
        return key && shown(key);
      }),
  };
}

/** The operators' keys of the switch on this machine, by its console. */
export function consoleKeys(stated: URL | undefined, environment: Environment): NamedKeys {
  const base = consoleAt(stated, environment);
  const apiKey = environment.ADMIN_API_KEY || 'test_admin';
  const ask = async <S extends v.GenericSchema>(action: string, schema: S, body: object) => {
    try {
      return await askJson(`${base}/api/operator-keys/${action}`, schema, { apiKey, body });
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      throw new UsageError(
        error.status === 403
          ? 'ADMIN_API_KEY is not the key with which the switch on this machine was started.'
          : `No console answers at ${base}: "npm start" serves one, and --table reaches a deployment.`,
        { cause: error },
      );
    }
  };
  return {
    async make(name) {
      const { key } = await ask('make', v.object({ key: v.nullable(v.string()) }), { name });
      return key ?? undefined;
    },
    async list() {
      const { keys } = await ask('list', v.object({ keys: v.array(OperatorKey) }), {});
      return keys.map(shown);
    },
    async revoke(name) {
      const { key } = await ask('revoke', v.object({ key: v.nullable(OperatorKey) }), { name });
      return key ? shown(key) : undefined;
    },
  };
}

interface VaultPlace {
  readonly url: URL;
  readonly environment: Environment;
  /** Whose key is made: a `merchant_id`; undefined for the owner of the key that asks. */
  readonly merchantId: string | undefined;
}

type StoredKey = v.InferOutput<typeof ApiKeysResponse>['data'][number];

/** The API keys of the vault, by its API. The name of a key is its description. */
export function vaultKeys({ url, environment, merchantId }: VaultPlace): NamedKeys {
  const base = `${url.href.replace(/\/+$/, '')}/api/v1/api_keys`;
  const ownKey = () => {
    const key = environment.VAULT_API_KEY;
    if (key) return key;
    throw new UsageError('VAULT_API_KEY is not set: a key of the vault, which "make" makes.');
  };
  const makingKey = () => {
    if (environment.VAULT_API_KEY) return environment.VAULT_API_KEY;
    return isThisMachine(url)
      ? environment.ADMIN_API_KEY || 'test_admin'
      : operatorKey(environment);
  };
  const all = async () =>
    (await refusalsAsFailures(() => askJson(base, ApiKeysResponse, { apiKey: ownKey() }))).data;
  return {
    async make(name) {
      // The operator's key sees no list, and makes the first key of a merchant.
      if (environment.VAULT_API_KEY && (await all()).some(isNamed(name))) return undefined;
      const body = {
        api_key: {
          description: name,
          ...(merchantId !== undefined && { merchant_id: merchantId }),
        },
      };
      const { data } = await refusalsAsFailures(() =>
        askJson(base, ApiKeyResponse, { apiKey: makingKey(), body }),
      );
      return data.attributes.api_key;
    },
    list: async () => (await all()).map(shownOfVault),
    async revoke(name) {
      const found = (await all()).filter(isNamed(name));
      const [key, another] = found.filter(({ attributes }) => attributes.status === 'active');
      if (another)
        throw new CommandFailed(`Several keys are named ${name}: revoke them by their ids.`);
      if (!key) return found[0] && shownOfVault(found[0]);
      const revocation = { apiKey: ownKey(), method: 'DELETE' } as const;
      await refusalsAsFailures(() => askJson(`${base}/${key.id}`, v.unknown(), revocation));
      const ended = (await all()).find(({ id }) => id === key.id);
      return ended && shownOfVault(ended);
    },
  };
}

const isNamed =
  (name: string) =>
  ({ attributes }: StoredKey) =>
    attributes.description === name;

const shownOfVault = ({ id, attributes }: StoredKey): KnownKey => ({
  name: attributes.description ?? id,
  createdAt: attributes.created_at,
  lastUsedAt: attributes.last_used_at,
  revokedAt: attributes.revoked_at,
});

const refusalsAsFailures = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    if (!(error instanceof RequestFailed)) throw error;
    throw new CommandFailed(`The vault could not do it: ${error.message}`, { cause: error });
  });
