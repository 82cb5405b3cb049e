import { KMSClient } from '@aws-sdk/client-kms';
import * as v from 'valibot';
import { type KeyManagement, keyManagement } from '#platform/aws/kms.ts';
import { isSwitchError } from '#platform/errors.ts';
import { Bytes } from '#platform/schema.ts';
import {
  makeSharedKey,
  openSharedKey,
  type SharedKey,
  sharedKeyIn,
} from '#platform/secrets/shared-merchant-key.ts';
import { wrapUnderSharedKey } from '#platform/secrets/wrap-merchant-key.ts';
import { dynamoPort } from '#platform/table/dynamo-port.ts';
import type { Item, Key } from '#platform/table/port.ts';
import { type Table, tableOver } from '#platform/table/table.ts';
import { keyTimeoutMs } from '#platform/time-limits.ts';
import type { Output, Report } from '../command-line/command.ts';
import type { Environment } from '../command-line/program.ts';
import { awsSettings } from './aws-settings.ts';
import { type OperatedTable, operatorDatabase } from './operator-database.ts';
import { walkTable } from './table-walk.ts';

const Account = v.looseObject({
  pk: v.string(),
  sk: v.string(),
  id: v.string(),
  version: v.number(),
  wrappedKey: Bytes,
  deletedAt: v.optional(v.string()),
});
type Account = v.InferOutput<typeof Account>;

/** A merchant that changes its account at the same moment is tried again, so often. */
const maxAttempts = 5;

/**
 * Wraps the keys of all merchants under one shared key: the one that some of them are under already,
 * or a new one. The keys themselves stay, and so does everything that they seal. It may be stopped
 * and run again at any time.
 *
 * @param keyId the ARN of the KMS key that wraps merchants' keys
 */
export async function shareMerchantKeys(
  operated: OperatedTable,
  keyId: string,
  say: Output['progress'],
): Promise<Report> {
  const table = tableOver(dynamoPort(operated.name, await operatorDatabase(operated.environment)));
  const kms = await operatorKeyManagement(operated.environment);
  try {
    const accounts = await accountsOf(operated);
    const shared = await sharedKeyOf(accounts, kms, keyId);
    let changed = 0;
    for (const account of accounts) {
      if (await moveKey(account, { table, kms, keyId, shared })) changed += 1;
      if (changed > 0 && changed % 100 === 0) say(`${changed} keys are wrapped anew.`);
    }
    const unchanged = accounts.length - changed;
    return {
      value: { changed, unchanged },
      text: `${changed} merchants' keys are under the shared key now, ${unchanged} were before.`,
    };
  } finally {
    kms.close();
  }
}

async function accountsOf(operated: OperatedTable): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for await (const { items } of walkTable(operated, {
    sortKeys: { are: ['ACCOUNT'], beginWith: [] },
  })) {
    accounts.push(...items.map(accountIn).filter(({ deletedAt }) => deletedAt === undefined));
  }
  return accounts;
}

const accountIn = (item: Item): Account => v.parse(Account, item);

async function sharedKeyOf(
  accounts: readonly Account[],
  kms: KeyManagement,
  keyId: string,
): Promise<SharedKey> {
  const wrapped = accounts.map(({ wrappedKey }) => sharedKeyIn(wrappedKey)).find(Boolean);
  return wrapped ? openSharedKey(kms, keyId, wrapped) : makeSharedKey(kms, keyId);
}

interface Move {
  readonly table: Table;
  readonly kms: KeyManagement;
  readonly keyId: string;
  readonly shared: SharedKey;
}

/** Moves one merchant's key; false when it was moved before, or when the account is gone. */
async function moveKey(first: Account, { table, kms, keyId, shared }: Move): Promise<boolean> {
  let account: Account | undefined = first;
  for (let attempt = 1; account && account.deletedAt === undefined; attempt += 1) {
    if (sharedKeyIn(account.wrappedKey)) return false;
    const { id, wrappedKey } = account;
    const key = await kms.decrypt(keyId, wrappedKey, { merchant_id: id });
    try {
      await table.save({ ...account, wrappedKey: wrapUnderSharedKey(shared, id, key) });
      return true;
    } catch (error) {
      if (!isSwitchError(error, 'concurrent_update') || attempt === maxAttempts) throw error;
      account = await readAgain(table, account);
    }
  }
  return false;
}

async function readAgain(table: Table, { pk, sk }: Key): Promise<Account | undefined> {
  const item = await table.get({ pk, sk });
  return item && accountIn(item);
}

/** KMS with the operator's credentials. */
async function operatorKeyManagement(environment: Environment): Promise<KeyManagement> {
  const { endpoint, ...settings } = awsSettings(environment, 'KMS');
  const { config } = new KMSClient(settings);
  return keyManagement({
    callTimeoutMs: keyTimeoutMs,
    region: await config.region(),
    ...(endpoint && { endpoint }),
    credentials: () => config.credentials(),
  });
}
