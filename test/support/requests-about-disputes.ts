import * as v from 'valibot';
import { disputesOf } from '../../shared/sandbox/ledger-disputes.ts';
import { LedgerPayment } from '../../shared/sandbox/ledger-payment.ts';
import { aPdf, disputedCards } from './a-disputed-shop.ts';
import { byCard } from './a-shop.ts';
import { listStored } from './listed-in-memory.ts';
import { disputeNews, sentNews } from './processor-news.ts';
import type { Answer, Ask, Merchant, switchInMemory } from './switch-in-memory.ts';

/** A switch that is in use; requests of different rounds are about different things. */
interface Scene {
  readonly world: ReturnType<typeof switchInMemory>;
  readonly merchant: Merchant;
  readonly round: number;
}

async function done({ world, merchant }: Scene, name: string, request: Ask): Promise<Answer> {
  const answer = await world.ask(name, { key: merchant.key, ...request });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.text}`);
  return answer;
}

/** What the merchant's processor says of a dispute by itself. */
function news({ world, merchant }: Scene, paymentId: string, changes: object = {}): Ask {
  const text = disputeNews({ payment: `${paymentId}_1`, currency: 'EUR', ...changes });
  return {
    params: { merchant_id: merchant.id, connector: 'stripe_test' },
    ...sentNews(text, `key of ${merchant.id}`, world.around.clock.now),
  };
}

async function paid(scene: Scene, number?: string): Promise<string> {
  const sale = { amount: 10_000, currency: 'EUR', confirm: true, ...byCard(number) };
  const { body } = await done(scene, 'payments.create', { body: sale });
  return body.payment_id;
}

/** A dispute that its processor knows of too, by its identifier. */
async function disputed(scene: Scene): Promise<string> {
  const paymentId = await paid(scene, disputedCards.disputed);
  const { clock } = scene.world.around.processor;
  clock.now = new Date(clock.now.getTime() + 10_000);
  const told = await toldByProcessor(scene, paymentId);
  await done(scene, 'webhooks.receive', news(scene, paymentId, told));
  const params = { payment_id: paymentId };
  const { body } = await done(scene, 'payments.retrieve', { params });
  return body.disputes[0].dispute_id;
}

/** The dispute as the processor itself tells of it. */
async function toldByProcessor({ world }: Scene, paymentId: string): Promise<object> {
  const { processor } = world.around;
  const bodies: string[] = [];
  processor.hooks.onNotification = async ({ body = '' }) => {
    bodies.push(body);
    return undefined;
  };
  await processor.sendNotifications();
  delete processor.hooks.onNotification;
  const about = bodies
    .map((body) => JSON.parse(body))
    .find(({ dispute }) => dispute?.payment === `${paymentId}_1`);
  return about.dispute;
}

const ofDispute = async (scene: Scene): Promise<Ask> => ({
  key: scene.merchant.key,
  params: { dispute_id: await disputed(scene) },
});

async function withFile(scene: Scene): Promise<string> {
  const dispute_id = await disputed(scene);
  const form = { dispute_id, evidence_type: 'receipt', file: aPdf() };
  await done(scene, 'disputes.attach-evidence', { form });
  return dispute_id;
}

async function ofFile(scene: Scene): Promise<Ask> {
  const form = { dispute_id: await disputed(scene), purpose: 'dispute_evidence', file: aPdf() };
  const { body } = await done(scene, 'files.create', { form });
  return { key: scene.merchant.key, params: { file_id: body.file_id } };
}

/** A dispute in the books of the sandbox processor itself. */
async function inTheBooks(scene: Scene): Promise<Ask> {
  const key = 'key of a processor';
  const reference = `pay_${scene.round}_1`;
  const sale = {
    processor: 'fauxpay',
    amount: 6_540,
    currency: 'USD',
    capture_method: 'automatic',
    card: { number: disputedCards.disputed, expiry_month: '10', expiry_year: '2035' },
    notification_url: 'https://switch.example/hooks',
  };
  const { clock } = scene.world.around;
  const sent = await scene.world.ask('sandbox.authorize', {
    key,
    params: { reference },
    body: sale,
  });
  if (sent.status !== 200) throw new Error(sent.text);
  const item = scene.world.port.items().find((one) => one.reference === reference);
  clock.now = new Date(clock.now.getTime() + 10_000);
  const [dispute] = disputesOf(v.parse(LedgerPayment, item));
  return { key, params: { reference, dispute_id: dispute?.id ?? '' } };
}

/** Ten disputes and no more, all listed. */
async function tenListed(scene: Scene): Promise<Ask> {
  if (scene.round === 1) {
    for (let count = 0; count < 10; count++) {
      const paymentId = await paid(scene);
      await done(scene, 'webhooks.receive', news(scene, paymentId));
    }
    await listStored(scene.world.port);
  }
  return { key: scene.merchant.key };
}

/** A request for every row of the budget that is about disputes or files. */
export const disputeRequests: Readonly<Record<string, (scene: Scene) => Promise<Ask>>> = {
  'disputes.list': tenListed,
  'disputes.list, by status': async (scene) => ({
    ...(await tenListed(scene)),
    query: { dispute_status: 'dispute_opened' },
  }),
  'disputes.list, of a payment': async (scene) => {
    const paymentId = await paid(scene);
    await done(scene, 'webhooks.receive', news(scene, paymentId));
    return { key: scene.merchant.key, query: { payment_id: paymentId } };
  },
  'disputes.list-of-profile': async (scene) => ({
    ...(await tenListed(scene)),
    headers: { 'x-profile-id': scene.merchant.profileId },
  }),
  'disputes.aggregate': tenListed,
  'disputes.aggregate-of-profile': async (scene) => ({
    ...(await tenListed(scene)),
    headers: { 'x-profile-id': scene.merchant.profileId },
  }),
  'disputes.filter': async ({ merchant: { key } }) => ({ key }),
  'disputes.filter-of-profile': async ({ merchant: { key, profileId } }) => ({
    key,
    headers: { 'x-profile-id': profileId },
  }),
  'disputes.retrieve': ofDispute,
  'disputes.retrieve, sync without news': async (scene) => ({
    ...(await ofDispute(scene)),
    query: { force_sync: 'true' },
  }),
  'disputes.accept': ofDispute,
  'disputes.submit-evidence': async (scene) => ({
    key: scene.merchant.key,
    body: { dispute_id: await disputed(scene), uncategorized_text: 'It was delivered.' },
  }),
  'disputes.attach-evidence': async (scene) => ({
    key: scene.merchant.key,
    form: { dispute_id: await disputed(scene), evidence_type: 'receipt', file: aPdf() },
  }),
  'disputes.list-evidence': async (scene) => ({
    key: scene.merchant.key,
    params: { dispute_id: await withFile(scene) },
  }),
  'disputes.delete-evidence': async (scene) => ({
    key: scene.merchant.key,
    body: { dispute_id: await withFile(scene), evidence_type: 'receipt' },
  }),
  'files.create': async (scene) => ({
    key: scene.merchant.key,
    form: { dispute_id: await disputed(scene), purpose: 'dispute_evidence', file: aPdf() },
  }),
  'files.retrieve': ofFile,
  'files.delete': ofFile,
  'webhooks.receive, of a dispute': async (scene) => news(scene, await paid(scene)),
  'webhooks.receive, of a dispute that is lost': async (scene) => {
    const paymentId = await paid(scene);
    await done(scene, 'webhooks.receive', news(scene, paymentId));
    return news(scene, paymentId, { status: 'lost' });
  },
  'sandbox.retrieve-dispute': inTheBooks,
  'sandbox.accept-dispute': async (scene) => ({ ...(await inTheBooks(scene)), body: {} }),
  'sandbox.submit-evidence': async (scene) => ({
    ...(await inTheBooks(scene)),
    body: { texts: { uncategorized_text: 'winning_evidence' }, files: [] },
  }),
};
