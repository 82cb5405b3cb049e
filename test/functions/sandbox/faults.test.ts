import { settlingMs } from '#sandbox/ledger.ts';
import { atSandbox } from '../../support/processors/at-sandbox.ts';

describe('a card to provoke a fault', () => {
  it('0077 is processing at first and pays by itself', async () => {
    const { pay, sync, wait, books } = atSandbox();
    expect((await pay('4000000000000077')).result).toBe('pending');
    expect((await sync()).result).toBe('pending');
    expect((await books()).chargedTimes).toBe(0);
    wait(settlingMs);
    expect(await sync()).toMatchObject({ result: 'captured', capturedMinor: 100 });
    expect((await books()).chargedTimes).toBe(1);
  });

  it('0341 is charged, and the answer never comes in time', async () => {
    const paused: number[] = [];
    const { pay, sync, books } = atSandbox({ pause: async (ms) => paused.push(ms) });
    expect(await pay('4000000000000341')).toMatchObject({ result: 'unknown', code: 'TIMEOUT' });
    expect(paused).toEqual([27_500]);
    expect((await books()).chargedTimes).toBe(1);
    expect((await sync()).result).toBe('captured');
  });

  it.each([
    ['0119 is charged and answered with a 500', '4000000000000119', { code: '500' }],
    ['0069 is charged and answered with a page', '4000000000000069', { code: 'UNREADABLE_ANSWER' }],
  ])('the sandbox card %s', async (_, card, explanation) => {
    const { pay, sync, books } = atSandbox();
    expect(await pay(card)).toMatchObject({ result: 'unknown', ...explanation });
    expect((await books()).chargedTimes).toBe(1);
    expect((await sync()).result).toBe('captured');
  });

  it('0259 is charged another amount, which is not taken for a success', async () => {
    const { pay, sync, books } = atSandbox();
    const contradicted = { result: 'integrity_mismatch', fields: 'amount', amountMinor: 101 };
    expect(await pay('4000000000000259')).toMatchObject(contradicted);
    expect(await sync()).toMatchObject(contradicted);
    expect((await books()).authorizedMinor).toBe(101);
  });

  it('6975 is turned away with a time to wait, and nothing is charged', async () => {
    const { pay, sync, ledger, answer } = atSandbox();
    expect(await pay('4000000000006975')).toMatchObject({ result: 'not_sent', code: '429' });
    expect(await ledger()).toEqual([]);
    expect(await sync()).toEqual({ result: 'not_found' });
    const { status, headers } = await answer({
      method: 'PUT',
      url: 'http://sandbox.test/payments/pay_1_1',
      headers: { 'api-key': 'key-one' },
      body: JSON.stringify({
        processor: 'fauxpay',
        amount: 100,
        currency: 'USD',
        capture_method: 'automatic',
        card: { number: '4000000000006975', expiry_month: '10', expiry_year: '2035' },
      }),
    });
    expect([status, headers['retry-after']]).toEqual([429, '1']);
  });

  it('4954 never leaves the switch', async () => {
    const { pay, ledger } = atSandbox();
    expect(await pay('4000000000004954')).toMatchObject({
      result: 'not_sent',
      message: 'Connector could not be reached: name not found',
    });
    expect(await ledger()).toEqual([]);
  });

  it('0101 is authorized and never captured', async () => {
    const { pay, capture, sync, books } = atSandbox();
    expect((await pay('4000000000000101', { captureMethod: 'manual' })).result).toBe('authorized');
    expect(await capture('c_1', 100)).toMatchObject({ result: 'declined', code: 'DC_08' });
    expect(await sync()).toMatchObject({
      result: 'authorized',
      captures: [{ reference: 'c_1', amountMinor: 100, status: 'failed' }],
    });
    expect((await books()).capturedMinor).toBe(0);
  });

  it('0127 is authorized and never voided', async () => {
    const { pay, void: release, sync } = atSandbox();
    await pay('4000000000000127', { captureMethod: 'manual' });
    expect(await release()).toMatchObject({ result: 'declined', code: 'DC_14' });
    expect((await sync()).result).toBe('authorized');
  });

  it('9235 pays and is never refunded', async () => {
    const { pay, refund, syncRefund, books } = atSandbox();
    expect((await pay('4000000000009235')).result).toBe('captured');
    expect(await refund('r_1', 40)).toMatchObject({ result: 'declined', code: 'DC_08' });
    expect(await syncRefund('r_1', 40)).toMatchObject({ result: 'declined', code: 'DC_08' });
    expect((await books()).refundedMinor).toBe(0);
  });

  it.each([
    ['7726 is refunded some seconds later', '4000000000007726', 'succeeded', 40],
    ['5126 is refused its refund some seconds later', '4000000000005126', 'declined', 0],
  ])('the sandbox card %s', async (_, card, result, refundedMinor) => {
    const { pay, refund, syncRefund, wait, books } = atSandbox();
    await pay(card);
    expect((await refund('r_1', 40)).result).toBe('pending');
    expect((await syncRefund('r_1', 40)).result).toBe('pending');
    wait(settlingMs);
    expect((await syncRefund('r_1', 40)).result).toBe(result);
    expect((await books()).refundedMinor).toBe(refundedMinor);
  });

  it('3220 asks the customer, like the other card with a challenge', async () => {
    expect((await atSandbox().pay('4000000000003220')).result).toBe('challenged');
  });
});

it('the sandbox charges once, however often it is asked and whether or not its answer arrives', async () => {
  for (const card of ['4000000000000341', '4000000000000119', '4000000000000069']) {
    const { pay, books } = atSandbox();
    await Promise.all([pay(card), pay(card), pay(card)]);
    expect((await books()).chargedTimes).toBe(1);
  }
});
