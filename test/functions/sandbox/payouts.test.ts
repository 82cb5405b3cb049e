import { payoutCards } from '../../support/entities/a-payout.ts';
import { sandboxProcessor, sandboxUrl } from '../../support/processors/sandbox-processor.ts';

/** The sandbox processor, and its answers to one caller. */
function aProcessor(key = 'key-one') {
  const processor = sandboxProcessor();
  const ask = async (method: 'GET' | 'PUT', path: string, body?: object, by = key) => {
    const response = await processor.answer({
      method,
      url: `${sandboxUrl}/payouts/${path}`,
      headers: { 'api-key': by },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(response.body) };
  };
  const tell = (changes: object = {}, reference = 'payout_1_1') =>
    ask('PUT', reference, {
      processor: 'fauxpay',
      amount: 6_540,
      currency: 'USD',
      fulfill: false,
      destination: { kind: 'card', account: payoutCards.usual },
      ...changes,
    });
  const moved = async () =>
    (await processor.payoutLedger()).flatMap(({ movements }) => movements.map(({ kind }) => kind));
  return { processor, ask, tell, moved };
}

const to = (account: string, kind = 'card') => ({ destination: { kind, account } });

describe('the sandbox processor', () => {
  it("the sandbox accepts a payout's reference once, and pays it out once", async () => {
    const { ask, tell, moved } = aProcessor();
    const first = await tell();
    expect(first).toMatchObject({ status: 200, body: { status: 'created', amount: 6_540 } });
    expect(await tell({ fulfill: true })).toEqual(first);
    for (let time = 0; time < 3; time++) {
      expect(await ask('PUT', 'payout_1_1/fulfillment', {})).toMatchObject({
        body: { status: 'paid' },
      });
    }
    expect(await moved()).toEqual(['paid out']);
    expect(await ask('GET', 'payout_1_1')).toMatchObject({ body: { status: 'paid' } });
  });

  it('the sandbox refuses another amount or currency under the same payout reference', async () => {
    const { tell } = aProcessor();
    await tell();
    for (const changes of [{ amount: 1 }, { currency: 'EUR' }]) {
      expect(await tell(changes)).toMatchObject({
        status: 409,
        body: { error: { code: 'DC_20' } },
      });
    }
  });

  it('the sandbox cancels an unpaid payout, and then never pays it', async () => {
    const { ask, tell, moved } = aProcessor();
    await tell();
    for (let time = 0; time < 2; time++) {
      const answer = await ask('PUT', 'payout_1_1/cancellation', {});
      expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    }
    expect(await ask('PUT', 'payout_1_1/fulfillment', {})).toMatchObject({
      body: { status: 'cancelled' },
    });
    await tell({ fulfill: true }, 'payout_2_1');
    expect(await ask('PUT', 'payout_2_1/cancellation', {})).toMatchObject({
      status: 400,
      body: { error: { code: 'DC_17' } },
    });
    expect(await moved()).toEqual(['paid out']);
  });

  it('the sandbox keeps the ledger of each key apart, and answers 404 for an unknown payout', async () => {
    const { ask, tell } = aProcessor();
    await tell();
    for (const [path, by] of [
      ['payout_1_1', 'key-two'],
      ['payout_9_1', 'key-one'],
    ] as const) {
      const unknown = { status: 404, body: { error: { code: 'DC_16' } } };
      expect(await ask('GET', path, undefined, by)).toMatchObject(unknown);
      expect(await ask('PUT', `${path}/fulfillment`, {}, by)).toMatchObject(unknown);
      expect(await ask('PUT', `${path}/cancellation`, {}, by)).toMatchObject(unknown);
    }
  });

  it.each([
    [payoutCards.usual, 'paid', 'paid', ['paid out']],
    ['4242424242424242', 'paid', 'paid', ['paid out']],
    ['4999990000000001', 'failed', 'failed', []],
    [payoutCards.declined, 'failed', 'failed', []],
    [payoutCards.cannotBeCreated, 'failed', 'failed', []],
    [payoutCards.ineligible, 'ineligible', 'ineligible', []],
    [payoutCards.later, 'pending', 'paid', ['paid out']],
    [payoutCards.failsLater, 'pending', 'failed', []],
    [payoutCards.comesBack, 'initiated', 'reversed', ['paid out', 'came back']],
    [payoutCards.needsAccount, 'vendor_account_needed', 'paid', ['paid out']],
  ])(
    'a sandbox payout to %s is %s at first and %s in the end',
    async (account, first, last, movements) => {
      const { processor, ask, tell, moved } = aProcessor();
      expect((await tell({ fulfill: true, ...to(account) })).body.status).toBe(first);
      processor.clock.now = new Date(processor.clock.now.getTime() + 6_000);
      expect((await ask('GET', 'payout_1_1')).body.status).toBe(last);
      expect(await moved()).toEqual(movements);
    },
  );

  it.each(['bank', 'wallet', 'bank_redirect', 'passthrough', 'bank_transfer'])(
    'the sandbox recognizes a %s by the same last four digits',
    async (kind) => {
      const { tell } = aProcessor();
      const status = async (account: string, reference: string) =>
        (await tell({ fulfill: true, ...to(account, kind) }, reference)).body.status;
      expect(await status('000123456789', 'a')).toBe('paid');
      expect(await status('000123450002', 'b')).toBe('failed');
      expect(await status('joseph.0077@example.com', 'c')).toBe('pending');
    },
  );

  it('the sandbox stores only the last digits of a destination', async () => {
    const { processor, tell } = aProcessor();
    await tell();
    const books = await processor.payoutLedger();
    expect(JSON.stringify(books)).not.toContain(payoutCards.usual);
    expect(books[0]?.destinationEnd).toBe('5556');
  });
});
