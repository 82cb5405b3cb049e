import type { TablePort } from '#platform/table/port.ts';
import {
  type PayoutMerchant,
  payoutCards,
  payoutMerchant,
  toBank,
  toCard,
} from '../../support/entities/a-payout.ts';
import { type CallFault, failingCalls } from '../../support/runner/faults.ts';
import type { Answer } from '../../support/switch/switch-in-memory.ts';

type PayoutRequest = (payer: PayoutMerchant, id: string) => Promise<Answer>;

const confirm: PayoutRequest = ({ confirm }, id) => confirm(id);
const confirmAndPay: PayoutRequest = ({ confirm }, id) => confirm(id, { auto_fulfill: true });
const fulfill: PayoutRequest = ({ fulfill }, id) => fulfill(id);
const cancel: PayoutRequest = ({ cancel }, id) => cancel(id);
const update: PayoutRequest = ({ update }, id) => update(id, { amount: 1 });

interface Race {
  readonly payer: PayoutMerchant;
  readonly id: string;
  readonly answers: readonly [Answer, Answer];
  /** How often each of the processor's routes was asked. */
  readonly asked: readonly string[];
}

/**
 * Makes the first request, and the second one whole in the middle of it: once before each of the
 * first one's calls of the table and of the processor, each time in a world of its own.
 */
async function racing(
  prepared: (payer: PayoutMerchant) => Promise<string>,
  first: PayoutRequest,
  second: PayoutRequest,
  check: (race: Race) => Promise<void>,
): Promise<number> {
  for (let at = 1; ; at++) {
    const payer = await payoutMerchant();
    // The container has cached its merchant: two requests that read it at once would wait for each
    // other.
    await payer.shop.services.configurations.current(payer.merchant.id);
    const id = await prepared(payer);
    const asked: string[] = [];
    let calls = 0;
    let other: Promise<Answer> | undefined;
    const gate = async () => {
      // The second one's own calls pass.
      if (other) return;
      calls += 1;
      if (calls < at) return;
      other = second(payer, id);
      await other;
    };
    const { send } = payer.dependencies;
    payer.dependencies.send = async (request, options) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      await gate();
      return send(request, options);
    };
    const calm = payer.table.port;
    payer.table.port = behind(calm, gate);
    const answer = await first(payer, id);
    payer.table.port = calm;
    payer.dependencies.send = send;
    if (!other) return at - 1;
    await check({ payer, id, answers: [answer, await other], asked });
  }
}

const behind = (port: TablePort, gate: () => Promise<void>): TablePort => ({
  ...port,
  async get(...given) {
    await gate();
    return port.get(...given);
  },
  async put(...given) {
    await gate();
    return port.put(...given);
  },
  async query(...given) {
    await gate();
    return port.query(...given);
  },
  async transact(...given) {
    await gate();
    return port.transact(...given);
  },
});

const waiting = async ({ create }: PayoutMerchant) => (await create(toCard())).body.payout_id;
const created = async ({ create }: PayoutMerchant) =>
  (await create({ confirm: true, ...toCard() })).body.payout_id;
const pending = async ({ create }: PayoutMerchant) =>
  (await create({ confirm: true, auto_fulfill: true, ...toCard(payoutCards.later) })).body
    .payout_id;

/** Runs the syncs that are still due, and returns the final state. */
async function dust(payer: PayoutMerchant, id: string) {
  for (let look = 0; look < 3; look++) {
    payer.pass(301);
    await payer.look(id);
  }
  return { status: (await payer.stored(id)).status, paid: (await payer.paidOut()).length };
}

describe('two simultaneous requests about a payout', () => {
  it.each([
    ['fulfill', fulfill, fulfill, created],
    ['confirm', confirm, confirm, waiting],
    ['confirm and pay', confirmAndPay, confirmAndPay, waiting],
  ] as const)(
    'two simultaneous payout requests: only one can %s',
    async (_, one, other, prepared) => {
      const orders = await racing(prepared, one, other, async ({ payer, id, answers, asked }) => {
        expect(answers.map(({ status }) => status)).toContain(200);
        for (const { status } of answers) expect([200, 400, 422]).toContain(status);
        expect(asked.filter((route) => route.startsWith('PUT'))).toHaveLength(1);
        const { paid } = await dust(payer, id);
        expect(paid).toBe(one === confirm ? 0 : 1);
      });
      expect(orders).toBeGreaterThan(3);
    },
  );

  it.each([
    ['fulfill', fulfill, created],
    ['confirm', confirm, waiting],
    ['confirm and pay', confirmAndPay, waiting],
  ] as const)(
    'a simultaneous %s and cancel of a payout are each answered with their result or a refusal',
    async (_, one, prepared) => {
      let refusals = 0;
      for (const requests of [
        [one, cancel],
        [cancel, one],
      ] as const) {
        await racing(prepared, ...requests, async ({ answers }) => {
          const answerTo = (request: PayoutRequest) => answers[requests.indexOf(request)];
          const [told, cancelling] = [answerTo(one), answerTo(cancel)];
          if (told?.status === 200) expect(told.body.status).not.toBe('cancelled');
          else refusals += 1;
          if (cancelling?.status === 200) expect(cancelling.body.status).not.toBe('success');
          // One of the two is always done.
          expect([told?.status, cancelling?.status]).toContain(200);
        });
      }
      expect(refusals).toBeGreaterThan(0);
    },
  );

  it.each([
    ['fulfill', fulfill, created],
    ['confirm and pay', confirmAndPay, waiting],
  ] as const)(
    "a payout's %s and cancel at once: it is paid, or it is cancelled",
    async (_, pay, prepared) => {
      const ends = new Set<string>();
      for (const requests of [
        [pay, cancel],
        [cancel, pay],
      ] as const) {
        await racing(prepared, ...requests, async ({ payer, id, answers }) => {
          for (const { status } of answers) expect([200, 400, 422]).toContain(status);
          const { status, paid } = await dust(payer, id);
          expect([
            { status: 'success', paid: 1 },
            { status: 'cancelled', paid: 0 },
          ]).toContainEqual({ status, paid });
          ends.add(status);
          // No caller reads that it was cancelled when it was paid, or the other way round.
          const told = answers.map(({ body }) => body.status);
          if (status === 'success') expect(told).not.toContain('cancelled');
          else expect(told).not.toContain('success');
        });
      }
      expect([...ends].sort()).toEqual(['cancelled', 'success']);
    },
  );

  it('a simultaneous payout update and confirm pay the amount that the payout shows', async () => {
    for (const requests of [
      [update, confirmAndPay],
      [confirmAndPay, update],
    ] as const) {
      await racing(waiting, ...requests, async ({ payer, id }) => {
        const { status } = await dust(payer, id);
        const { amountMinor } = await payer.stored(id);
        const paid = await payer.paidOut();
        expect(paid.map((one) => one.amountMinor)).toEqual(
          status === 'success' ? [amountMinor] : [],
        );
      });
    }
  });

  it('a cancel and the processor’s own decision, the ledger decides', async () => {
    await racing(
      pending,
      cancel,
      async (payer, id) => {
        payer.pass(6);
        return payer.show(id, { force_sync: 'true' });
      },
      async ({ payer, id }) => {
        const { status, paid } = await dust(payer, id);
        expect(status).toBe(paid === 1 ? 'success' : 'cancelled');
      },
    );
  });
});

const anotherOne = async ({ create }: PayoutMerchant) => (await create()).body.payout_id;
const underKey =
  (body: object): PayoutRequest =>
  ({ create }) =>
    create(body, { headers: { 'idempotency-key': 'salary of May' } });
const paying = { confirm: true, auto_fulfill: true, ...toCard() };

describe('two simultaneous creates under one Idempotency-Key', () => {
  it.each([
    ['with no name', paying],
    ['with a name', { ...paying, payout_id: 'payout_may' }],
    ['to a card that is to be saved', { ...paying, recurring: true }],
    ['to a bank', { ...paying, ...toBank() }],
  ])('one pays, and both are answered with it: %s', async (_, body) => {
    const orders = await racing(anotherOne, underKey(body), underKey(body), async (race) => {
      const { payer, answers, asked } = race;
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [id, ...others] = new Set(answers.map((answer) => answer.body.payout_id));
      expect(others).toEqual([]);
      expect(asked.filter((route) => route.startsWith('PUT'))).toHaveLength(1);
      const marks = answers.map(({ headers }) => headers['idempotent-replayed']);
      expect(marks.filter((mark) => mark === 'true')).toHaveLength(1);
      expect(await dust(payer, String(id))).toEqual({ status: 'success', paid: 1 });
    });
    expect(orders).toBeGreaterThan(3);
  });

  it.each([
    ['with no name', {}, {}],
    ['with one name', { payout_id: 'payout_may' }, { payout_id: 'payout_may' }],
    ['with two names', { payout_id: 'payout_may' }, { payout_id: 'payout_june' }],
  ])(
    'two creates with different amounts under one Idempotency-Key pay one and refuse the other: %s',
    async (_, one, other) => {
      await racing(
        anotherOne,
        underKey({ ...paying, ...one }),
        underKey({ ...paying, ...other, amount: 1 }),
        async ({ payer, answers }) => {
          expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
          const taken = answers.find(({ status }) => status === 200)?.body;
          expect(await dust(payer, taken.payout_id)).toEqual({ status: 'success', paid: 1 });
          expect(await payer.paidOut()).toMatchObject([{ amountMinor: taken.amount }]);
        },
      );
    },
  );

  it('one waits for its confirm, and the card stored for the other is deleted', async () => {
    await racing(anotherOne, underKey(toCard()), underKey(toCard()), async ({ payer, answers }) => {
      const [id, ...others] = new Set(answers.map((answer) => answer.body.payout_id));
      expect(others).toEqual([]);
      expect(payer.cardsKept()).toBe(1);
      const paid = await payer.confirm(String(id), { auto_fulfill: true });
      expect(paid.body).toMatchObject({ status: 'success' });
      expect(await payer.paidOut()).toHaveLength(1);
    });
  });
});

describe('an answer that does not come', () => {
  const ways: readonly CallFault[] = ['lost', 'swallowed', 'not sent', 429, 500];

  it.each(ways)(
    'a fulfill (%s) without an answer pays at most once, and shows the true state',
    async (way) => {
      const payer = await payoutMerchant();
      const id = await created(payer);
      const { send } = payer.dependencies;
      payer.dependencies.send = failingCalls(/PUT .*\/fulfillment/, way, way)(send);
      const answer = await payer.fulfill(id);
      expect(answer.status).toBe(200);
      const isCertain = way === 'not sent' || way === 429;
      expect(answer.body.status).toBe(isCertain ? 'requires_fulfillment' : 'pending');
      payer.dependencies.send = send;
      const { status, paid } = await dust(payer, id);
      expect({ status, paid }).toEqual(
        way === 'lost'
          ? { status: 'success', paid: 1 }
          : { status: 'requires_fulfillment', paid: 0 },
      );
      // A fulfill that never arrived can be asked for again, under the same reference.
      if (way !== 'lost') await payer.fulfill(id);
      expect(await payer.paidOut()).toEqual([{ reference: `${id}_1`, amountMinor: 6_540 }]);
    },
  );

  it.each(ways)('a confirm that pays (%s) without an answer pays at most once', async (way) => {
    const payer = await payoutMerchant();
    const id = await waiting(payer);
    const { send } = payer.dependencies;
    payer.dependencies.send = failingCalls(/PUT /, way, way)(send);
    const answer = await payer.confirm(id, { auto_fulfill: true });
    const isCertain = way === 'not sent' || way === 429;
    expect(answer.body.status).toBe(isCertain ? 'failed' : 'pending');
    payer.dependencies.send = send;
    const again = await payer.confirm(id);
    expect(again.status).toBe(400);
    expect(await dust(payer, id)).toEqual(
      way === 'lost' ? { status: 'success', paid: 1 } : { status: 'failed', paid: 0 },
    );
  });

  it('a payout confirm without an answer is synced by the next confirm, which instructs no processor twice', async () => {
    const payer = await payoutMerchant();
    const id = await waiting(payer);
    const { send } = payer.dependencies;
    payer.dependencies.send = failingCalls(/PUT /, 'lost')(send);
    expect((await payer.confirm(id)).body.status).toBe('requires_creation');
    expect(await payer.update(id, { amount: 1 })).toMatchObject({ status: 422 });
    expect((await payer.confirm(id)).body.status).toBe('requires_fulfillment');
    expect(await payer.dependencies.processor.payoutLedger()).toHaveLength(1);
  });
});
