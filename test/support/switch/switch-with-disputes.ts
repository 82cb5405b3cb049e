import { stripeAccount } from '../processors/stripe-account.ts';
import { memoryFiles } from '../table/memory-files.ts';
import { byCard } from './payments-in-memory.ts';
import {
  type Ask,
  aMerchant,
  type SwitchDependencies,
  switchDependencies,
  switchInMemory,
  testAccountWithWebhooks,
} from './switch-in-memory.ts';

/** Cards whose payments are disputed in a manner of their own. */
export const disputedCards = {
  disputed: '4000000000002685',
  inquired: '4000000000005423',
  twice: '4000000404000079',
} as const;

/** A PDF that is as small as one may be. */
export const aPdf = (text = 'receipt') =>
  new File([`%PDF-1.4\n${text}\n%%EOF`], 'receipt.pdf', { type: 'application/pdf' });

/** A merchant in memory to whom the sandbox processor's webhooks come as soon as they are due. */
export async function switchWithDisputes(
  given: Partial<SwitchDependencies> = {},
  account: object = {},
  through: 'stripe_test' | 'stripe' = 'stripe_test',
) {
  const files = memoryFiles();
  const dependencies: SwitchDependencies = {
    ...switchDependencies(),
    files,
    ...given,
  };
  const world = switchInMemory([], dependencies);
  const { processor } = dependencies;
  const merchant =
    through === 'stripe'
      ? await aMerchant(
          world,
          'merchant_example',
          account,
          await stripeAccount(processor, 'merchant_example', 'sk_test_merchantexample'),
        )
      : await aMerchant(
          world,
          'merchant_example',
          account,
          testAccountWithWebhooks('merchant_example'),
        );
  processor.clock.now = dependencies.clock.now;
  const told: { body: string; headers: Readonly<Record<string, string>>; status: number }[] = [];
  const hear = async (text: string, headers: Readonly<Record<string, string>>) => {
    const params = { merchant_id: merchant.id, connector: through };
    return world.ask('incoming-webhooks.receive', { params, text, headers });
  };
  processor.hooks.onNotification = async ({ body = '', headers }) => {
    const { status } = await hear(body, headers);
    told.push({ body, headers, status });
    return { status };
  };

  const ask = (name: string, request: Ask = {}) =>
    world.ask(name, { key: merchant.key, ...request });
  const dispute = (dispute_id: string, query?: Record<string, string>) =>
    ask('disputes.retrieve', { params: { dispute_id }, query });

  /** Lets the time pass, and the webhooks come that are due by then. */
  async function pass(seconds: number) {
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + seconds * 1_000);
    processor.clock.now = dependencies.clock.now;
    await processor.sendNotifications();
  }

  async function pay(number: string, changes: object = {}): Promise<string> {
    const body = { amount: 10_000, currency: 'EUR', confirm: true, ...byCard(number), ...changes };
    const answer = await ask('payments.create', { body });
    if (answer.status !== 200) throw new Error(answer.text);
    return String(answer.body.payment_id);
  }

  const payment = async (payment_id: string) =>
    (await ask('payments.retrieve', { params: { payment_id } })).body;

  return {
    ...world,
    dependencies,
    files,
    merchant,
    told,
    hear,
    ask,
    pass,
    pay,
    payment,
    dispute,
    /** A payment that is disputed, and the identifiers of its disputes. */
    async disputed(number: string = disputedCards.disputed, changes: object = {}) {
      const paymentId = await pay(number, changes);
      await pass(6);
      const { disputes } = await payment(paymentId);
      const ids: string[] = (disputes ?? []).map((one: { dispute_id: string }) => one.dispute_id);
      return { paymentId, disputeId: ids[0] ?? '', ids };
    },
    accept: (dispute_id: string) => ask('disputes.accept', { params: { dispute_id } }),
    submit: (dispute_id: string, more: object = {}) =>
      ask('disputes.submit-evidence', { body: { dispute_id, ...more } }),
    attach: (form: Ask['form']) => ask('disputes.attach-evidence', { form }),
    evidence: async (dispute_id: string) =>
      (await ask('disputes.list-evidence', { params: { dispute_id } })).body,
    refund: (payment_id: string, amount: number, more: object = {}) =>
      ask('refunds.create', { body: { payment_id, amount, ...more } }),
    /** The payment's item. */
    stored: (paymentId: string) =>
      world.port.items().find(({ id, sk }) => id === paymentId && sk === 'PAYMENT'),
    disputeItems: () => world.port.items().filter(({ sk }) => sk.startsWith('DISPUTE#')),
  };
}
