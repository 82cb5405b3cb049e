import * as v from 'valibot';
import { eventually } from './eventually.ts';
import type { Exercise, GrantExercise } from './exercise.ts';
import { aSale, createMerchant, newId, newSecret, successful } from './merchant.ts';
import { disputeWebhook, signedWebhook } from './processor-webhooks.ts';
import { type Answer, firstReference, type RunningSwitch, textAt } from './switch.ts';
import { aPdf } from './switch-with-disputes.ts';

/** What the functions of disputes and files do, with everything that they may ever need. */

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Pick<Answer, 'status' | 'text'>): boolean {
  if (status < 400) return true;
  if (status === 500 || status === 503) return false;
  throw new Error(`${status}: ${text}`);
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

type Changes = Readonly<Record<string, unknown>>;

/** A dispute in the books of the sandbox processor that came an hour ago. */
const inTheBooks = (id: string, changes: Changes = {}) => ({
  id,
  stage: 'chargeback',
  status: 'needs_response',
  amountMinor: 6_540,
  reason: 'fraudulent',
  reasonCode: '10.4',
  opensAt: hoursAgo(1),
  dueAt: hoursAgo(-1),
  updatedAt: hoursAgo(1),
  ...changes,
});

/** What cannot be waited for is written into the books of the processor. */
async function enter(running: RunningSwitch, reference: string, disputes: readonly object[]) {
  const books = await running.items('SANDBOX#');
  const item = books.find(({ pk }) => pk.endsWith(`#PAYMENT#${reference}`));
  if (!item) throw new Error('The processor does not know the payment.');
  await running.rewrite(item, { disputes });
}

/** A payment that its processor disputes, as both know; and as only the processor knows by now. */
async function aDispute(running: RunningSwitch, since: Changes = {}) {
  const processorKey = newSecret();
  const { id, key, profileId } = await createMerchant(running, { processorKey });
  const sold = successful(await running.call('POST', '/payments', { key, body: aSale() }));
  const paymentId = textAt(sold, 'payment_id');
  const reference = firstReference(sold);
  const connectorDisputeId = newId('du').padEnd(23, '0');
  const text = disputeWebhook({ id: connectorDisputeId, payment: reference });
  const { headers } = signedWebhook(text, processorKey, new Date());
  successful(await running.call('POST', `/webhooks/${id}/stripe_test`, { body: text, headers }));
  await enter(running, reference, [inTheBooks(connectorDisputeId, since)]);
  const shown = successful(await running.call('GET', `/payments/${paymentId}`, { key }));
  const disputeId = textAt(shown, 'disputes.0.dispute_id');
  return { id, key, profileId, reference, connectorDisputeId, disputeId };
}

/** A dispute at Stripe, which wants the bytes of files, with one that is attached. */
async function atStripe(running: RunningSwitch) {
  const processorKey = newId('sk_test');
  const { id, key, profileId } = await createMerchant(running, {
    connectors: ['stripe'],
    processorKey,
  });
  const accounts = successful(await running.call('GET', `/account/${id}/connectors`, { key }));
  const accountId = textAt(accounts, '0.merchant_connector_id');
  const body = { event_type: 'all_events' };
  successful(await running.call('POST', `/account/${id}/webhooks/${accountId}`, { key, body }));
  const sale = aSale('4000000000002685');
  const paid = successful(await running.call('POST', '/payments', { key, body: sale }));
  const path = `/payments/${textAt(paid, 'payment_id')}`;
  const disputeId = await eventually(async () =>
    textAt(successful(await running.call('GET', path, { key })), 'disputes.0.dispute_id'),
  );
  const parts = { dispute_id: disputeId, evidence_type: 'receipt' };
  done(await sendForm(running, 'PUT', '/disputes/evidence', { key, profileId }, parts));
  return { key, disputeId };
}

/** Who asks about a dispute or a file, for the profile that it belongs to. */
interface Caller {
  readonly key: string;
  readonly profileId: string;
}
const actingFor = (profileId: string) => ({ 'x-profile-id': profileId });

/** Sends a form, as a browser does. */
async function sendForm(
  { url }: RunningSwitch,
  method: 'POST' | 'PUT',
  path: string,
  { key, profileId }: Caller,
  parts: Readonly<Record<string, string>>,
) {
  const body = new FormData();
  for (const [name, part] of Object.entries(parts)) body.append(name, part);
  body.append('file', aPdf());
  const headers = { 'api-key': key, ...actingFor(profileId) };
  const answer = await fetch(`${url}${path}`, { method, headers, body });
  return { status: answer.status, text: await answer.text() };
}

/** A file for a dispute, uploaded. */
async function aFile(running: RunningSwitch) {
  const dispute = await aDispute(running);
  const parts = { dispute_id: dispute.disputeId, purpose: 'dispute_evidence' };
  const { text } = await sendForm(running, 'POST', '/files', dispute, parts);
  const fileId: unknown = JSON.parse(text).file_id;
  return { ...dispute, fileId: String(fileId) };
}

const attached = async (running: RunningSwitch) => {
  const dispute = await aDispute(running);
  const parts = { dispute_id: dispute.disputeId, evidence_type: 'receipt' };
  done(await sendForm(running, 'PUT', '/disputes/evidence', dispute, parts));
  return dispute;
};

const isLost = (answer: Answer) =>
  done(answer) && textAt(answer, 'dispute_status') === 'dispute_lost';

export const disputeExercises: Readonly<Record<string, Exercise>> = {
  // What was lost meanwhile is taken from what the payment can give back.
  'disputes.retrieve': async ({ running }) => {
    const { key, disputeId } = await aDispute(running, { status: 'lost' });
    const query = { force_sync: 'true' };
    return async () => isLost(await running.call('GET', `/disputes/${disputeId}`, { key, query }));
  },

  'disputes.accept': async ({ running }) => {
    const { key, disputeId } = await aDispute(running, { status: 'lost' });
    return async () => isLost(await running.call('POST', `/disputes/accept/${disputeId}`, { key }));
  },

  'disputes.submit-evidence': async ({ running }) => {
    const { key, disputeId, fileId } = await aFile(running);
    const body = {
      dispute_id: disputeId,
      receipt: fileId,
      uncategorized_text: 'It was delivered.',
    };
    return async () => {
      const answer = await running.call('POST', '/disputes/evidence', { key, body });
      return done(answer) && textAt(answer, 'dispute_status') === 'dispute_challenged';
    };
  },

  'disputes.attach-evidence': async ({ running }) => {
    const dispute = await aDispute(running);
    const parts = { dispute_id: dispute.disputeId, evidence_type: 'receipt' };
    return async () => done(await sendForm(running, 'PUT', '/disputes/evidence', dispute, parts));
  },

  'disputes.list-evidence': async ({ running }) => {
    const { key, profileId, disputeId } = await attached(running);
    const by = { key, headers: actingFor(profileId) };
    return async () => done(await running.call('GET', `/disputes/evidence/${disputeId}`, by));
  },

  'disputes.delete-evidence': async ({ running }) => {
    const { key, profileId, disputeId } = await attached(running);
    const body = { dispute_id: disputeId, evidence_type: 'receipt' };
    const by = { key, headers: actingFor(profileId) };
    return async () => done(await running.call('DELETE', '/disputes/evidence', { ...by, body }));
  },

  'files.create': async ({ running }) => {
    const dispute = await aDispute(running);
    const parts = { dispute_id: dispute.disputeId, purpose: 'dispute_evidence' };
    return async () => done(await sendForm(running, 'POST', '/files', dispute, parts));
  },

  'files.retrieve': async ({ running }) => {
    const { key, profileId, fileId } = await aFile(running);
    const by = { key, headers: actingFor(profileId) };
    return async () => done(await running.call('GET', `/files/${fileId}`, by));
  },

  'files.delete': async ({ running }) => {
    const { key, profileId, fileId } = await aFile(running);
    const by = { key, headers: actingFor(profileId) };
    return async () => done(await running.call('DELETE', `/files/${fileId}`, by));
  },
};

export const grantSpecificForDisputes: readonly GrantExercise[] = [
  {
    name: 'disputes.submit-evidence',
    action: 's3:GetObject',
    resource: /./,
    exercise: async ({ running }) => {
      const { key, disputeId } = await atStripe(running);
      const body = { dispute_id: disputeId, uncategorized_text: 'It was delivered.' };
      return async () => done(await running.call('POST', '/disputes/evidence', { key, body }));
    },
  },
  {
    // Whoever shows the same evidence again hears what became of it: that it is lost, for one.
    name: 'disputes.submit-evidence',
    action: 'dynamodb:UpdateItem',
    resource: /-data-/,
    exercise: async ({ running }) => {
      const { key, disputeId, reference, connectorDisputeId } = await aDispute(running);
      const body = { dispute_id: disputeId, customer_name: 'Joseph' };
      successful(await running.call('POST', '/disputes/evidence', { key, body }));
      const books = await running.items('SANDBOX#');
      const item = books.find(({ pk }) => pk.endsWith(`#PAYMENT#${reference}`));
      if (!item) throw new Error('The processor does not know the payment.');
      const [known] = v.parse(v.array(v.object({ shown: v.string() })), item.value.disputes);
      const over = { status: 'lost', shown: known?.shown };
      await enter(running, reference, [inTheBooks(connectorDisputeId, over)]);
      return async () => isLost(await running.call('POST', '/disputes/evidence', { key, body }));
    },
  },
];
