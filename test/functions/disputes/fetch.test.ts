import { connectorNamed } from '#connectors/registry.ts';
import {
  aMerchant,
  switchDependencies,
  testAccountWithWebhooks,
} from '../../support/switch/switch-in-memory.ts';
import { disputedCards, switchWithDisputes } from '../../support/switch/switch-with-disputes.ts';

type Shop = Awaited<ReturnType<typeof switchWithDisputes>>;

/** The span of all that a test does. */
const span = { fetch_from: '2025-12-31T00:00:00', fetch_till: '2026-12-31T00:00:00' };

async function accountOf(shop: Shop, { id, key } = shop.merchant): Promise<string> {
  const { body } = await shop.ask('connector-accounts.list', { key, params: { account_id: id } });
  return String(body[0].merchant_connector_id);
}

const fetchFrom = async (shop: Shop, query: Record<string, string> = span, account?: string) =>
  shop.ask('disputes.fetch', {
    params: { merchant_connector_id: account ?? (await accountOf(shop)) },
    query,
  });

/** A payment whose dispute opened, and whose webhook waits. */
async function disputedInSilence(
  through: 'stripe_test' | 'stripe' = 'stripe_test',
  number: string = disputedCards.disputed,
) {
  const shop = await switchWithDisputes({}, {}, through);
  shop.dependencies.processor.hooks.holdNotifications = true;
  const paymentId = await shop.pay(number);
  const { dependencies } = shop;
  dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 6_000);
  dependencies.processor.clock.now = dependencies.clock.now;
  return { shop, paymentId };
}

describe('GET /disputes/{merchant_connector_id}/fetch', () => {
  it.each([['stripe_test'], ['stripe']] as const)(
    'a fetch from %s saves a dispute whose webhook was lost, as the webhook would',
    async (through) => {
      const { shop, paymentId } = await disputedInSilence(through);
      const { status, body } = await fetchFrom(shop);
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          object_reference_id: { PaymentId: { PaymentIntentId: paymentId } },
          amount: '10000',
          currency: 'EUR',
          dispute_stage: 'dispute',
          dispute_status: 'dispute_opened',
          connector_status: 'needs_response',
          connector_dispute_id: expect.stringMatching(/^du_/),
          connector_reason: 'product_not_received',
          connector_reason_code: '13.1',
          challenge_required_by: expect.stringMatching(/Z$/),
          created_at: expect.stringMatching(/Z$/),
          updated_at: through === 'stripe' ? null : expect.stringMatching(/Z$/),
        },
      ]);
      expect(shop.disputeItems()).toMatchObject([
        { paymentId, transitions: [{ type: 'dispute_opened' }] },
      ]);
    },
  );

  it.each([['stripe_test'], ['stripe']] as const)(
    'a webhook of %s that comes after a fetch changes nothing',
    async (through) => {
      const { shop } = await disputedInSilence(through);
      await fetchFrom(shop);
      const fetched = shop.disputeItems();
      // Stripe makes an event, and then a message for each of the merchant's addresses.
      for (let second = 1; second <= 3; second++) await shop.pass(1);
      expect(shop.told.at(-1)).toMatchObject({
        status: 200,
        body: expect.stringContaining('needs_response'),
      });
      expect(shop.disputeItems()).toEqual(fetched);
    },
  );

  it('a fetch that comes together with the webhook saves one dispute and one transition', async () => {
    const { shop } = await disputedInSilence();
    const account = await accountOf(shop);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => fetchFrom(shop, span, account)),
      shop.pass(0),
    ]);
    expect(answers.flatMap((one) => one?.status ?? [])).toEqual([200, 200, 200, 200, 200]);
    expect(shop.disputeItems()).toMatchObject([
      { version: 1, transitions: [{ type: 'dispute_opened' }] },
    ]);
  });

  it('a fetch after the webhook changes nothing, and one after a lost webhook reduces the refundable amount once', async () => {
    const { shop, paymentId } = await disputedInSilence();
    await shop.pass(0);
    const [opened] = shop.disputeItems();
    await fetchFrom(shop);
    expect(shop.disputeItems()).toEqual([opened]);

    await shop.dependencies.processor.enterDispute(`${paymentId}_1`, {
      ...(await ledgerDispute(shop)),
      status: 'lost',
    });
    await Promise.all([fetchFrom(shop), fetchFrom(shop)]);
    expect(shop.disputeItems()).toMatchObject([{ status: 'dispute_lost', lostMinor: 10_000 }]);
    expect(shop.stored(paymentId)).toMatchObject({ disputedMinor: 10_000, refundableMinor: 0 });
  });

  it('a fetch saves both disputes of a payment, and all pages of the processor', async () => {
    const shop = await switchWithDisputes();
    shop.dependencies.processor.hooks.holdNotifications = true;
    for (let payment = 1; payment <= 26; payment++) await shop.pay(disputedCards.twice);
    const { dependencies } = shop;
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 6_000);
    dependencies.processor.clock.now = dependencies.clock.now;
    const { body } = await fetchFrom(shop);
    expect(body).toHaveLength(52);
    expect(shop.disputeItems()).toHaveLength(52);
  });

  it('a fetch passes over disputes of payments that the account did not take', async () => {
    const { shop } = await disputedInSilence();
    const [before] = shop.port.items().filter(({ sk }) => sk === 'PAYMENT');
    // Another merchant has an account with the same credentials.
    const other = await aMerchant(
      shop,
      'merchant_other',
      {},
      {
        ...testAccountWithWebhooks('merchant_example'),
      },
    );
    const account = await accountOf(shop, other);
    const answer = await shop.ask('disputes.fetch', {
      key: other.key,
      params: { merchant_connector_id: account },
      query: span,
    });
    expect([answer.status, answer.body]).toEqual([200, []]);
    expect(shop.disputeItems()).toEqual([]);
    expect(before).toBeDefined();
    // Nor does one merchant fetch from another's account.
    expect(await fetchFrom(shop, span, account)).toMatchObject({
      status: 404,
      body: { error: { code: 'HE_02' } },
    });
  });

  it('a fetch of a span without disputes answers none, and both ends of a span belong to it', async () => {
    const { shop } = await disputedInSilence();
    const opened = Date.parse((await fetchFrom(shop)).body[0].created_at);
    const second = (ms: number) => new Date(opened + ms).toISOString().slice(0, 19);
    for (const [from, till, found] of [
      [-10_000, -1_000, 0],
      [1_000, 10_000, 0],
      [0, 10_000, 1],
      [-10_000, 0, 1],
    ] as const) {
      const query = { fetch_from: second(from), fetch_till: second(till) };
      expect((await fetchFrom(shop, query)).body).toHaveLength(found);
    }
  });

  it.each([
    ['fetch_from', '2026-01-01', 'YYYY-MM-DDTHH:MM:SS'],
    ['fetch_from', '2026-02-30T00:00:00', 'YYYY-MM-DDTHH:MM:SS'],
    ['fetch_till', '2026-01-01T00:00:00Z', 'YYYY-MM-DDTHH:MM:SS'],
    ['fetch_till', '2025-12-30T00:00:00', 'a moment up to 366 days after fetch_from'],
    ['fetch_till', '2027-12-30T00:00:00', 'a moment up to 366 days after fetch_from'],
  ])(
    'a fetch with %s %s is refused with the form that is expected',
    async (name, value, expected) => {
      const shop = await switchWithDisputes();
      const { status, body } = await fetchFrom(shop, { ...span, [name]: value });
      expect([status, body.error.code, body.error.message]).toEqual([
        422,
        'IR_05',
        `${name} contains invalid data. Expected format is ${expected}`,
      ]);
    },
  );

  it('a fetch from a processor that lists no disputes is not implemented', async () => {
    const shop = await switchWithDisputes();
    const { body: account } = await shop.ask('connector-accounts.create', {
      params: { account_id: shop.merchant.id },
      body: {
        connector_type: 'payment_processor',
        connector_name: 'nmi',
        connector_account_details: { auth_type: 'BodyKey', api_key: 'key', key1: 'key1' },
      },
    });
    const answer = await fetchFrom(shop, span, account.merchant_connector_id);
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
      501,
      'IR_00',
      'Fetch disputes flow for nmi is not implemented',
    ]);
  });

  it('a fetch that the processor does not answer fails, saves nothing, and may be repeated', async () => {
    const { shop } = await disputedInSilence();
    const { send } = shop.dependencies;
    shop.dependencies.send = async () => ({ kind: 'unknown', reason: 'timeout' });
    const { status, body } = await fetchFrom(shop);
    expect([status, body.error.code]).toEqual([400, 'CE_08']);
    expect(shop.disputeItems()).toEqual([]);
    shop.dependencies.send = send;
    expect((await fetchFrom(shop)).body).toHaveLength(1);
  });

  it('a fetch of more pages than one request reads says so, and saves the pages that it read', async () => {
    let pages = 0;
    const shop = await switchWithDisputes({
      ...switchDependencies(),
      connectorNamed: (name) => {
        const connector = connectorNamed(name);
        const { listDisputes } = connector ?? {};
        return (
          connector &&
          listDisputes && {
            ...connector,
            listDisputes: {
              request: (input, account) =>
                listDisputes.request({ ...input, at: undefined }, account),
              outcome: (...answer) => {
                pages += 1;
                return { ...listDisputes.outcome(...answer), nextPage: String(pages) };
              },
            },
          }
        );
      },
    });
    shop.dependencies.processor.hooks.holdNotifications = true;
    await shop.pay(disputedCards.disputed);
    const { dependencies } = shop;
    dependencies.clock.now = new Date(dependencies.clock.now.getTime() + 6_000);
    dependencies.processor.clock.now = dependencies.clock.now;
    const { status, body } = await fetchFrom(shop);
    expect([status, body.error.code, pages]).toEqual([400, 'IR_16', 30]);
    expect(body.error.message).toContain('fetch shorter spans for the others');
    expect(shop.disputeItems()).toHaveLength(1);
  });
});

/** The dispute of the shop's payment, as the processor's ledger has it. */
async function ledgerDispute(shop: Shop) {
  const [dispute] = shop.disputeItems();
  return {
    id: String(dispute?.connectorDisputeId),
    stage: 'chargeback' as const,
    amountMinor: 10_000,
    reason: 'product_not_received',
    reasonCode: '13.1',
    opensAt: String(dispute?.connectorCreatedAt),
    dueAt: String(dispute?.challengeRequiredBy),
    updatedAt: shop.dependencies.clock.now.toISOString(),
  };
}
