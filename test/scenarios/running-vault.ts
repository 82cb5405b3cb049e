import type { Key } from '#platform/table/port.ts';
import type { ExerciseContext } from '../support/requests/exercise.ts';
import { eventually } from '../support/runner/eventually.ts';
import { newId } from '../support/switch/merchant.ts';
import { adminKey, vaultMasterKey } from '../support/switch/switch.ts';
import { askOverHttp, itemAt } from './running-shop.ts';
import { done } from './scenario.ts';
import { newName, type VaultShop, vaultOperationNamed, withTenantKey } from './vault-shop.ts';

/** A tenant of its own of a vault that runs as it would be deployed. */
export function runningVault({
  running,
  receiver,
}: Pick<ExerciseContext, 'running'> & Partial<ExerciseContext>): VaultShop {
  const tenant = newId('tenant');
  const call = (name: string, request: Parameters<VaultShop['ask']>[1] = {}) =>
    askOverHttp(running, vaultOperationNamed(name), request);
  let made: Promise<string> | undefined;
  const stored = async (key: Key) => {
    const found = await itemAt(running, key);
    if (!found) throw new Error(`There is no ${key.pk} ${key.sk}.`);
    return found;
  };
  const shop: VaultShop = {
    tenant,
    adminKey,
    masterKey: vaultMasterKey,
    async ask(name, request = {}) {
      return call(name, await withTenantKey(name, request, () => (made ??= newKey())));
    },
    newId,
    // Time passes by itself.
    aMoment: async () => {},
    async later() {
      throw new Error('No test decides the time of a running vault.');
    },
    async server(answer) {
      const path = `/${newName(shop, 'target')}`;
      if (!receiver) throw new Error('There is no server.');
      receiver.behave(path, { ...answer, headers: { 'content-type': 'application/json' } });
      return `${receiver.url}${path}`;
    },
    received: (url) =>
      (receiver?.received(new URL(url).pathname) ?? []).map(({ body }) => body.toString('utf8')),
    items: async (beginning) =>
      (await running.items(beginning)).map(({ value, pk, sk }) => ({ ...value, pk, sk })),
    change: async (key, changes) => running.rewrite(await stored(key), changes),
    remove: async (key) => running.remove(await stored(key)),
  };
  // The operator's key too is accepted only for a number of requests in a second.
  const newKey = () =>
    eventually(async (): Promise<string> => {
      const body = { api_key: { merchant_id: tenant } };
      const { data } = await done({ ask: call }, 'vault.create-api-key', { key: adminKey, body });
      return data.attributes.api_key;
    });
  return shop;
}
