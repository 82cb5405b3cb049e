import { atSandbox } from '../../support/processors/at-sandbox.ts';

const paid = async () => {
  const sandbox = atSandbox();
  await sandbox.authorize();
  return sandbox;
};

it('a sandbox refund returns a part, and syncs answer the same', async () => {
  const { refund, syncRefund, sync } = await paid();
  const outcome = await refund('ref_1', 40);
  expect(outcome).toEqual({
    result: 'succeeded',
    connectorRefundId: expect.stringMatching(/^dummy_ref_\w{20}$/),
    amountMinor: 40,
    currency: 'USD',
  });
  expect(await syncRefund('ref_1', 40)).toEqual(outcome);
  expect(await sync()).toMatchObject({ result: 'captured', capturedMinor: 100 });
});

it('a sandbox refund moves the amount once, however often it is requested', async () => {
  const { refund, books } = await paid();
  const outcomes = await Promise.all([1, 2, 3].map(() => refund('ref_1', 40)));
  expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(await books()).toMatchObject({
    refundedMinor: 40,
    refunds: [{ reference: 'ref_1', times: 1 }],
  });
});

it('the sandbox refunds never more than the capture: of a hundred at once, two', async () => {
  const { refund, books } = await paid();
  const asked = Array.from({ length: 100 }, (_, index) => refund(`ref_${index}`, 40));
  const outcomes = await Promise.all(asked);
  expect(outcomes.filter(({ result }) => result === 'succeeded')).toHaveLength(2);
  expect(outcomes.filter(({ result }) => result === 'declined')).toHaveLength(98);
  expect((await books()).refundedMinor).toBe(80);
});

it('a sandbox refund whose reference was used for another amount can still be synced', async () => {
  const { refund, syncRefund } = await paid();
  await refund('ref_1', 40);
  expect((await refund('ref_1', 41)).result).toBe('unknown');
  expect(await syncRefund('ref_1', 41)).toMatchObject({
    result: 'integrity_mismatch',
    fields: 'amount',
  });
});

it('the sandbox answers an unknown refund with its own code', async () => {
  const { syncRefund, answer } = await paid();
  expect(await syncRefund('ref_1', 40)).toEqual({ result: 'not_found' });
  const url = 'http://sandbox.test/payments/pay_1_1/refunds/ref_1';
  const { status, body } = await answer({ method: 'GET', url, headers: { 'api-key': 'key-one' } });
  expect([status, JSON.parse(body).error.code]).toEqual([404, 'DC_05']);
  expect(await atSandbox().syncRefund('ref_1', 40)).toEqual({ result: 'not_found' });
});

it('the sandbox refuses an impossible refund for good', async () => {
  expect(await atSandbox().refund('r', 1)).toMatchObject({ result: 'declined', code: 'DC_01' });
  const { refund } = await paid();
  expect(await refund('r', 101)).toMatchObject({ result: 'declined', code: 'DC_03' });
  const lost = atSandbox();
  await lost.pay('4000000000009987');
  expect(await lost.refund('r', 1)).toMatchObject({ result: 'declined', code: 'DC_06' });
});
