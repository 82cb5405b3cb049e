import { writtenBy } from '../../support/documents/written-lines.ts';
import { byCard } from '../../support/switch/payments-in-memory.ts';
import { type Answer, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

const saving = {
  amount: 2_599,
  currency: 'EUR',
  customer_id: 'cus_1',
  setup_future_usage: 'off_session',
  ...byCard(),
};
const consent = { customer_acceptance: { acceptance_type: 'offline' } };

async function aShop() {
  const container = switchInMemory();
  const { key } = await aMerchant(container);
  /** The answer to a payment, and the reasons in the log why no card was saved. */
  async function pay(operation: string, request: object) {
    const answers: Answer[] = [];
    const lines = await writtenBy(async () => {
      answers.push(await container.ask(operation, { key, ...request }));
    });
    const notSaved = lines.filter((line) => line.includes('card not saved'));
    return { answered: answers[0]?.body, notSaved };
  }
  return { pay };
}

it('a payment that should save its card without customer_acceptance succeeds, and the log has the reason', async () => {
  const { pay } = await aShop();
  const { answered, notSaved } = await pay('payments.create', {
    body: { ...saving, confirm: true },
  });
  expect(answered).toMatchObject({ status: 'succeeded', payment_method_id: null });
  expect(notSaved.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'info',
      message: 'card not saved: no customer_acceptance',
      payment_id: answered.payment_id,
    },
  ]);
});

it('a payment with customer_acceptance saves its card, and the log has no such reason', async () => {
  const { pay } = await aShop();
  const body = { ...saving, ...consent, confirm: true };
  const { answered, notSaved } = await pay('payments.create', { body });
  expect(answered).toMatchObject({
    status: 'succeeded',
    payment_method_id: expect.stringMatching(/^pm_/),
  });
  expect(notSaved).toEqual([]);
});

it('a payment that is confirmed later may state customer_acceptance only then', async () => {
  const { pay } = await aShop();
  for (const [given, count] of [
    [consent, 0],
    [{}, 1],
  ] as const) {
    const created = await pay('payments.create', { body: saving });
    expect(created.notSaved).toEqual([]);
    const params = { payment_id: created.answered.payment_id };
    const { answered, notSaved } = await pay('payments.confirm', { params, body: given });
    expect(answered.status).toBe('succeeded');
    expect(notSaved).toHaveLength(count);
  }
});

it('a payment that saves no card has no such reason in the log', async () => {
  const { pay } = await aShop();
  const { setup_future_usage: _, ...body } = { ...saving, confirm: true };
  expect((await pay('payments.create', { body })).notSaved).toEqual([]);
});

it('a guest pays a payment whose creation asked to save the card, which is not saved', async () => {
  const { pay } = await aShop();
  const { customer_id: _, ...guest } = { ...saving, ...consent };
  const created = await pay('payments.create', { body: guest });
  const params = { payment_id: created.answered.payment_id };
  const { setup_future_usage } = saving;
  const asked = await pay('payments.confirm', { params, body: { setup_future_usage } });
  expect(asked.answered.error).toMatchObject({
    code: 'IR_16',
    message: 'customer_id is mandatory when setup_future_usage is given',
  });
  const { answered, notSaved } = await pay('payments.confirm', { params, body: {} });
  expect(answered).toMatchObject({
    status: 'succeeded',
    customer_id: null,
    payment_method_id: null,
    connector_mandate_id: null,
  });
  expect(notSaved.map((line) => JSON.parse(line).message)).toEqual(['card not saved: no customer']);
});
