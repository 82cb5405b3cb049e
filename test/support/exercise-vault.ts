import { vaultScenarios } from '../scenarios/all-scenarios.ts';
import { runningVault } from '../scenarios/running-vault.ts';
import { aboutCard, typedCard } from '../scenarios/vault-shop.ts';
import { eventually } from './eventually.ts';
import type { Exercise } from './exercise.ts';
import { exercisesOf, grantSpecificOf, vaultService } from './exercise-scenarios.ts';
import { functionNamed } from './function-names.ts';
import { newId } from './merchant.ts';
import type { RunningSwitch } from './switch.ts';

const minuteAgo = () => new Date(Date.now() - 60_000).toISOString();

/** A new tenant with a stored card and its code; its items are read anew by `items`. */
async function withCard(running: RunningSwitch) {
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
function ranJob({ assembly }: RunningSwitch, name: string, event: unknown = {}): Promise<boolean> {
  const isIt = ({ logicalId }: { readonly logicalId: string }) => functionNamed(logicalId) === name;
  const job = assembly.functions.find(isIt);
  if (!job) throw new Error(`There is no job ${name}.`);
  return assembly.invoke(job.logicalId, event).then(
    () => true,
    () => false,
  );
}

export const vaultExercises: Readonly<Record<string, Exercise>> = {
  ...exercisesOf(vaultScenarios, vaultService),
  'vault.not-found':
    async ({ running }) =>
    async () =>
      (await running.call('GET', `${running.vaultUrl}/api/v1/nowhere`)).status === 404,

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
  'vault-jobs.check-pages':
    async ({ running }) =>
    async () => {
      const id = newId('run');
      if (!(await ranJob(running, 'vault-jobs.check-pages', { id }))) return false;
      return eventually(async () => {
        const isReport = ({ message }: { readonly message: string }) =>
          message.includes(`"run":"${id}","checked"`);
        const report = running.lines.find(isReport);
        if (!report) throw new Error('The pages are not reported yet.');
        return report.message.includes('"checked":7,"altered":0');
      });
    },
};

export const grantSpecificForVault = grantSpecificOf(vaultScenarios, vaultService);

let loggedByJob = 0;

/** Makes a job of the vault write a line of its log, and returns the text to find it by. */
export async function makeJobLog(name: string, running: RunningSwitch): Promise<string> {
  loggedByJob += 1;
  const id = newId('tenant');
  const order = { id, tenant: id, compromised: { keyClass: 'pan', version: 1 } };
  // These two log the run, and the tenant whose keys were not rotated.
  if (!/sweep|seal-audit/.test(name)) {
    await ranJob(running, name, order);
    return id;
  }
  if (name === 'vault-jobs.sweep') {
    // It logs how many are due: each time more than ever before, all of them unreadable.
    const { change } = await withCard(running);
    const unreadable = { dueAt: new Date(0).toISOString(), tenant: 7 };
    for (let more = 0; more < 20; more += 1) {
      await change('CARD', { ...unreadable, sk: newId('CARD') });
    }
    const now = new Date().toISOString();
    const due = (await running.items()).filter(
      ({ table, value }) => table.includes('-vault-') && String(value.dueAt) < now,
    ).length;
    await ranJob(running, name);
    return `"due":${due}`;
  }
  // It logs the minute that it sealed: each time one that is still far away.
  await ranJob(running, name);
  const [seal] = await running.items('AUDIT_SEALS');
  if (!seal) throw new Error('The audit trail has no seal.');
  const minute = new Date(Date.UTC(2090, 0, 1, 0, loggedByJob)).toISOString().slice(0, 16);
  await running.rewrite(seal, { sk: minute });
  await ranJob(running, name);
  return minute;
}
