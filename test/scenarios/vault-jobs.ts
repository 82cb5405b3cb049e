import { functionNamed } from '../support/deployment/function-names.ts';
import type { Exercise } from '../support/requests/exercise.ts';
import type { RunningSwitch } from '../support/switch/switch.ts';
import { aPageCheck } from './running-jobs.ts';
import { runningVault } from './running-vault.ts';
import { aboutCard, typedCard } from './vault-shop.ts';

const minuteAgo = () => new Date(Date.now() - 60_000).toISOString();

/** A new tenant with a stored card and its code; its items are read anew by `items`. */
export async function withCard(running: RunningSwitch) {
  const shop = runningVault({ running });
  await aboutCard(typedCard)(shop);
  const items = () => running.items(`TENANT#${shop.tenant}#`);
  /** Changes the stored card, or its code. */
  async function change(sort: 'CARD' | 'CODE', changes: object): Promise<void> {
    const found = (await items()).find(({ sk }) => sk === sort);
    if (!found) throw new Error(`There is no ${sort}.`);
    await running.rewrite(found, { duePk: 'DUE#00', dueAt: minuteAgo(), ...changes });
  }
  return { tenant: shop.tenant, items, change };
}

/** Whether a job of the vault came to its end. */
export function ranJob(
  { assembly }: RunningSwitch,
  name: string,
  event: unknown = {},
): Promise<boolean> {
  const isIt = ({ logicalId }: { readonly logicalId: string }) => functionNamed(logicalId) === name;
  const job = assembly.functions.find(isIt);
  if (!job) throw new Error(`There is no job ${name}.`);
  return assembly.invoke(job.logicalId, event).then(
    () => true,
    () => false,
  );
}

/** The jobs of the vault, by their names. */
export const vaultJobs: Readonly<Record<string, Exercise>> = {
  'vault-jobs.sweep': async ({ running }) => {
    const [expired, unused] = [await withCard(running), await withCard(running)];
    await expired.change('CODE', { expiresAtMs: Date.now() - 60_000 });
    await unused.change('CARD', { retainUntil: minuteAgo() });
    return async () => {
      await ranJob(running, 'vault-jobs.sweep');
      const left = [...(await expired.items()), ...(await unused.items())];
      const cards = (await unused.items()).filter(({ value }) => value.sealed);
      return left.every(({ sk }) => sk !== 'CODE') && cards.length === 0;
    };
  },
  'vault-jobs.seal-audit': async ({ running }) => {
    // As if it had never run: an hour is to be sealed.
    for (const seal of await running.items('AUDIT_SEALS')) await running.remove(seal);
    return () => ranJob(running, 'vault-jobs.seal-audit');
  },
  'vault-jobs.rotate-keys': async ({ running }) => {
    const { tenant } = await withCard(running);
    const rotated = (order: object) =>
      ranJob(running, 'vault-jobs.rotate-keys', { tenant, ...order });
    return async () => {
      for (const keyClass of ['pan', 'display', 'fingerprint'])
        if (!(await rotated({ compromised: { keyClass, version: 1 } }))) return false;
      return rotated({ rewrap: true });
    };
  },
  'vault-jobs.check-pages': aPageCheck('vault-jobs.check-pages', '"checked":7,"altered":0'),
};
