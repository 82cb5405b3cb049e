import { vaultOperations } from '#vault/operations.ts';
import { operations, sandboxOperations } from '../../../shared/operations.ts';
import { invoke } from '../../scenarios/running-jobs.ts';
import { ranJob, withCard } from '../../scenarios/vault-jobs.ts';
import { newId } from './merchant.ts';
import type { RunningSwitch } from './switch.ts';

let oldestThousands = 10_000;

/** Makes a function write a line of its log, and returns the text to find it by. */
export async function makeItLog(name: string, running: RunningSwitch): Promise<string> {
  if (name === 'queues.find-due') {
    // It says how old the oldest is, so each time there is something older, by thousands of seconds.
    oldestThousands += 1;
    const dueAt = new Date(Date.now() - oldestThousands * 1_000_000).toISOString();
    await running.put({ pk: newId('DUE'), sk: 'NOTHING', duePk: 'DUE#01', dueAt });
    await invoke(running, name, {});
    return `"oldestSeconds":${oldestThousands}`;
  }
  if (name.startsWith('vault-jobs.')) return makeJobLog(name, running);
  if (/^queues\.(publish-events|project-lists)$/.test(name)) {
    const id = newId('change');
    const NewImage = { pk: { UNKNOWN: '1' } };
    const unreadable = { eventID: id, dynamodb: { SequenceNumber: '1', NewImage } };
    await invoke(running, name, { Records: [unreadable] });
    return id;
  }
  if (/^queues\.(deliver-webhook|sync-pending|notify-from-sandbox)$/.test(name)) {
    const id = newId('message');
    const unreadable = { messageId: id, body: '{}', attributes: {}, receiptHandle: 'none' };
    await invoke(running, name, { Records: [unreadable] });
    return id;
  }
  // Whatever is asked of it, it says that it was asked.
  const { base = running.url, operation } = routeOf(name, running);
  const { method, path } = operation ?? { method: 'GET', path: '/nowhere' };
  const url = `${base}${path.replace(/\{\w+\}/g, 'none')}`;
  const answer = await running.call(method, url, method === 'GET' ? {} : { body: {} });
  const id = answer.headers.get('x-request-id');
  if (!id) throw new Error(`${name} did not say which request it answered.`);
  return id;
}

function routeOf(name: string, { sandboxUrl, vaultUrl }: RunningSwitch) {
  if (name.startsWith('vault.')) {
    return { base: vaultUrl, operation: vaultOperations.find((one) => one.name === name) };
  }
  // One function serves every route of Stripe's API.
  if (name === 'sandbox.stripe') return { base: `${sandboxUrl}/stripe` };
  const operation = [...operations, ...sandboxOperations].find((one) => one.name === name);
  return name.startsWith('sandbox.') ? { base: sandboxUrl, operation } : { operation };
}

let loggedByJob = 0;

/** Makes a job of the vault write a line of its log, and returns the text to find it by. */
async function makeJobLog(name: string, running: RunningSwitch): Promise<string> {
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
