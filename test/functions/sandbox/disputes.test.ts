import { sandboxProcessor, sandboxUrl } from '../../support/processors/sandbox-processor.ts';

const headers = { 'api-key': 'key-one' };

/** A payment by this card at the sandbox processor, and requests about its disputes. */
async function paidBy(number: string) {
  const told: { type: string; dispute?: { id: string; status: string } }[] = [];
  const processor = sandboxProcessor();
  processor.hooks.onNotification = async ({ body = '{}' }) => {
    told.push(JSON.parse(body));
    return undefined;
  };
  const at = (path: string) => `${sandboxUrl}/payments/pay_1_1${path}`;
  const call = async (method: 'GET' | 'PUT', path: string, body?: object) => {
    const text = body && JSON.stringify(body);
    const answer = await processor.answer({
      method,
      url: at(path),
      headers,
      ...(text !== undefined && { body: text }),
    });
    return { status: answer.status, body: JSON.parse(answer.body) };
  };
  const pass = async (seconds: number) => {
    processor.clock.now = new Date(processor.clock.now.getTime() + seconds * 1_000);
    await processor.sendNotifications();
  };
  await call('PUT', '', {
    processor: 'fauxpay',
    amount: 10_001,
    currency: 'EUR',
    capture_method: 'automatic',
    card: { number, expiry_month: '10', expiry_year: '2035' },
    notification_url: 'https://switch.test/hooks',
    repeat_answers: true,
  });
  await pass(6);
  const ids = told.flatMap(({ dispute }) => (dispute ? [dispute.id] : []));
  const on = (path = '') => `/disputes/${ids[0]}${path}`;
  return {
    processor,
    told,
    ids,
    pass,
    call,
    show: async () => (await call('GET', on())).body,
    accept: () => call('PUT', on('/acceptance'), {}),
    defend: (text: string) =>
      call('PUT', on('/evidence'), { texts: { uncategorized_text: text }, files: [] }),
    movedBack: async () => {
      const [books] = await processor.ledger();
      return books?.movements.filter(({ kind }) => kind === 'charged back') ?? [];
    },
  };
}

describe('a dispute at the sandbox processor', () => {
  it('a sandbox dispute sends a webhook when it opens, with a week to answer', async () => {
    const { told, show } = await paidBy('4000000000002685');
    expect(told.map(({ type }) => type)).toEqual(['payment', 'dispute']);
    const dispute = await show();
    expect(dispute).toMatchObject({
      payment: 'pay_1_1',
      stage: 'chargeback',
      status: 'needs_response',
      amount: 10_001,
      currency: 'EUR',
    });
    expect(Date.parse(dispute.respond_by) - Date.parse(dispute.created)).toBe(7 * 86_400_000);
  });

  it('a sandbox dispute has the same identifier for every client', async () => {
    const one = await paidBy('4000000404000079');
    expect(new Set(one.ids).size).toBe(2);
    const again = await one.call('GET', `/disputes/${one.ids[1]}`);
    expect(again.body.amount + (await one.show()).amount).toBe(10_001);
  });

  it('a sandbox dispute does not exist for another key, or before it opens', async () => {
    const { call } = await paidBy('4242424242424242');
    const { status, body } = await call('GET', '/disputes/du_00000000000000000000');
    expect([status, body.error.code]).toEqual([404, 'DC_21']);
  });

  it.each([
    ['winning_evidence', 'won', 0],
    ['losing_evidence', 'lost', 1],
  ])('a sandbox dispute is decided by the word %s in its evidence', async (word, status, moved) => {
    const { defend, pass, show, movedBack, told } = await paidBy('4000000000002685');
    expect((await defend(word)).body.status).toBe('under_review');
    await pass(4);
    expect((await show()).status).toBe('under_review');
    await pass(3);
    expect((await show()).status).toBe(status);
    expect(await movedBack()).toHaveLength(moved);
    expect(told.at(-1)?.dispute?.status).toBe(status);
  });

  it('a sandbox dispute is decided once, when the same evidence comes again', async () => {
    const { defend, pass, show, movedBack } = await paidBy('4000000000002685');
    await defend('losing_evidence');
    await pass(7);
    expect((await defend('losing_evidence')).body.status).toBe('lost');
    const { status, body } = await defend('winning_evidence');
    expect([status, body.error.code]).toEqual([400, 'DC_22']);
    expect((await show()).status).toBe('lost');
    expect(await movedBack()).toHaveLength(1);
  });

  it('a sandbox dispute is accepted once, for good', async () => {
    const { accept, defend, show, movedBack } = await paidBy('4000000000002685');
    for (let count = 0; count < 2; count++) expect((await accept()).body.status).toBe('accepted');
    expect((await defend('winning_evidence')).status).toBe(400);
    expect((await show()).status).toBe('accepted');
    expect(await movedBack()).toMatchObject([{ amountMinor: 10_001 }]);
  });

  it('a lost sandbox dispute leaves no amount to refund', async () => {
    const { accept, call } = await paidBy('4000000000002685');
    await accept();
    const { status, body } = await call('PUT', '/refunds/ref_1', { amount: 1 });
    expect([status, body.error.code]).toEqual([400, 'DC_03']);
  });

  it('a sandbox dispute is lost when its week is over', async () => {
    const { pass, show, movedBack } = await paidBy('4000000000002685');
    await pass(7 * 86_400 + 1);
    expect((await show()).status).toBe('lost');
    expect(await movedBack()).toHaveLength(1);
  });

  it('a sandbox dispute begins anew when an inquiry is escalated, and only then', async () => {
    const inquiry = await paidBy('4000000000005423');
    await inquiry.defend('escalate_inquiry_evidence');
    await inquiry.pass(6);
    expect(await inquiry.show()).toMatchObject({ stage: 'chargeback', status: 'needs_response' });
    await inquiry.defend('winning_evidence');
    await inquiry.pass(6);
    expect((await inquiry.show()).status).toBe('won');
    const dispute = await paidBy('4000000000002685');
    await dispute.defend('escalate_inquiry_evidence');
    await dispute.pass(6);
    expect((await dispute.show()).status).toBe('under_review');
  });

  it('a sandbox dispute is listed from its opening, for the key of its payment', async () => {
    const { processor, ids } = await paidBy('4000000404000079');
    const list = async (from: string, till: string, key = 'key-one') => {
      const query = new URLSearchParams({ from, till });
      const { body } = await processor.answer({
        method: 'GET',
        url: `${sandboxUrl}/disputes?${query}`,
        headers: { 'api-key': key },
      });
      return JSON.parse(body);
    };
    const { disputes, next } = await list('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z');
    expect(next).toBeNull();
    expect(disputes.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
    expect(disputes[0]).toMatchObject({ payment: 'pay_1_1', status: 'needs_response' });
    const [before, after] = ['2025-12-31T23:59:59.000Z', '2026-01-02T00:00:00.000Z'];
    expect((await list(before, '2026-01-01T00:00:04.999Z')).disputes).toEqual([]);
    expect((await list('2026-01-01T00:00:05.001Z', after)).disputes).toEqual([]);
    expect((await list(before, after, 'key-two')).disputes).toEqual([]);
  });
});
