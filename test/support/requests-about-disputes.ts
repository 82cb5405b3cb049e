import { idInReference } from '#connectors/sent-reference.ts';
import { byCard } from './payments-in-memory.ts';
import { disputeWebhook, signedWebhook } from './processor-webhooks.ts';
import type { Answer, Ask, Merchant, switchInMemory } from './switch-in-memory.ts';
import { aPdf, disputedCards } from './switch-with-disputes.ts';

/** A switch that is in use; requests of different rounds are about different things. */
interface DisputeRequestContext {
  readonly world: ReturnType<typeof switchInMemory>;
  readonly merchant: Merchant;
  readonly round: number;
}

async function done(
  { world, merchant }: DisputeRequestContext,
  name: string,
  request: Ask,
): Promise<Answer> {
  const answer = await world.ask(name, { key: merchant.key, ...request });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.text}`);
  return answer;
}

/** What the merchant's processor says of a dispute by itself. */
function reportDispute(
  { world, merchant }: DisputeRequestContext,
  paymentId: string,
  changes: object = {},
): Ask {
  const text = disputeWebhook({ payment: `${paymentId}_1`, currency: 'EUR', ...changes });
  return {
    params: { merchant_id: merchant.id, connector: 'stripe_test' },
    ...signedWebhook(text, `key of ${merchant.id}`, world.dependencies.clock.now),
  };
}

async function paid(context: DisputeRequestContext, number?: string): Promise<string> {
  const sale = { amount: 10_000, currency: 'EUR', confirm: true, ...byCard(number) };
  const { body } = await done(context, 'payments.create', { body: sale });
  return body.payment_id;
}

/** A dispute that its processor knows of too, by its identifier. */
async function disputed(context: DisputeRequestContext): Promise<string> {
  const paymentId = await paid(context, disputedCards.disputed);
  const { clock } = context.world.dependencies.processor;
  clock.now = new Date(clock.now.getTime() + 10_000);
  const told = await reportedByProcessor(context, paymentId);
  await done(context, 'incoming-webhooks.receive', reportDispute(context, paymentId, told));
  const params = { payment_id: paymentId };
  const { body } = await done(context, 'payments.retrieve', { params });
  return body.disputes[0].dispute_id;
}

/** The dispute as the processor itself tells of it. */
async function reportedByProcessor(
  { world }: DisputeRequestContext,
  paymentId: string,
): Promise<object> {
  const { processor } = world.dependencies;
  const bodies: string[] = [];
  processor.hooks.onNotification = async ({ body = '' }) => {
    bodies.push(body);
    return undefined;
  };
  await processor.sendNotifications();
  delete processor.hooks.onNotification;
  const about = bodies
    .map((body) => JSON.parse(body))
    .find(({ dispute }) => idInReference(dispute?.payment ?? '') === `${paymentId}_1`);
  return about.dispute;
}

const ofDispute = async (context: DisputeRequestContext): Promise<Ask> => ({
  key: context.merchant.key,
  params: { dispute_id: await disputed(context) },
});

async function withFile(context: DisputeRequestContext): Promise<string> {
  const dispute_id = await disputed(context);
  const form = { dispute_id, evidence_type: 'receipt', file: aPdf() };
  await done(context, 'disputes.attach-evidence', { form });
  return dispute_id;
}

async function ofFile(context: DisputeRequestContext): Promise<Ask> {
  const form = { dispute_id: await disputed(context), purpose: 'dispute_evidence', file: aPdf() };
  const { body } = await done(context, 'files.create', { form });
  return { key: context.merchant.key, params: { file_id: body.file_id } };
}

/** A request for every row of the budget that is about disputes or files. */
export const disputeRequests: Readonly<
  Record<string, (context: DisputeRequestContext) => Promise<Ask>>
> = {
  'disputes.retrieve': ofDispute,
  'disputes.retrieve, sync without news': async (context) => ({
    ...(await ofDispute(context)),
    query: { force_sync: 'true' },
  }),
  'disputes.accept': ofDispute,
  'disputes.submit-evidence': async (context) => ({
    key: context.merchant.key,
    body: { dispute_id: await disputed(context), uncategorized_text: 'It was delivered.' },
  }),
  'disputes.attach-evidence': async (context) => ({
    key: context.merchant.key,
    form: { dispute_id: await disputed(context), evidence_type: 'receipt', file: aPdf() },
  }),
  'disputes.list-evidence': async (context) => ({
    key: context.merchant.key,
    params: { dispute_id: await withFile(context) },
  }),
  'disputes.delete-evidence': async (context) => ({
    key: context.merchant.key,
    body: { dispute_id: await withFile(context), evidence_type: 'receipt' },
  }),
  'files.create': async (context) => ({
    key: context.merchant.key,
    form: { dispute_id: await disputed(context), purpose: 'dispute_evidence', file: aPdf() },
  }),
  'files.retrieve': ofFile,
  'files.delete': ofFile,
};
