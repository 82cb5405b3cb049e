import { atSandbox } from '../../support/processors/at-sandbox.ts';

const reserved = async (captureMethod: 'manual' | 'manual_multiple' = 'manual') => {
  const sandbox = atSandbox();
  await sandbox.authorize({ captureMethod });
  return sandbox;
};

it('a sandbox capture takes the reserved amount, and both sides name the same capture', async () => {
  const { capture, sync } = await reserved();
  const outcome = await capture('pay_1_1_1', 100);
  const captures = [
    {
      reference: 'pay_1_1_1',
      connectorCaptureId: expect.stringMatching(/^cap_\w{20}$/),
      amountMinor: 100,
      status: 'charged',
    },
  ];
  expect(outcome).toMatchObject({ result: 'captured', capturedMinor: 100, captures });
  expect(await sync()).toMatchObject({ result: 'captured', capturedMinor: 100, captures });
});

it('a sandbox capture distinguishes a part from the whole', async () => {
  const { capture, sync, books } = await reserved('manual_multiple');
  expect(await capture('c_1', 60)).toMatchObject({ result: 'captured', amountMinor: 60 });
  expect(await sync()).toMatchObject({ result: 'captured', capturedMinor: 60, amountMinor: 100 });
  expect(await capture('c_2', 40)).toMatchObject({ result: 'captured', capturedMinor: 40 });
  expect(await sync()).toMatchObject({ result: 'captured', capturedMinor: 100 });
  expect(await books()).toMatchObject({ authorizedMinor: 100, capturedMinor: 100 });
});

it('a sandbox sync shows that nothing was captured yet', async () => {
  const { sync } = await reserved();
  expect(await sync()).toMatchObject({ result: 'authorized', captures: [] });
});

it('a sandbox capture moves the amount once, however often it is requested', async () => {
  const { capture, books } = await reserved('manual_multiple');
  const outcomes = await Promise.all([1, 2, 3].map(() => capture('c_1', 60)));
  expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1);
  expect((await books()).captures).toMatchObject([{ reference: 'c_1', times: 1 }]);
});

it('a sandbox capture whose reference was used for another amount can still be synced', async () => {
  const { capture } = await reserved('manual_multiple');
  await capture('c_1', 60);
  expect((await capture('c_1', 50)).result).toBe('unknown');
});

it('a sandbox capture never takes more than was reserved, whatever comes at one moment', async () => {
  const { capture, books } = await reserved('manual_multiple');
  const asked = Array.from({ length: 20 }, (_, index) => capture(`c_${index}`, 30));
  const results = (await Promise.all(asked)).map(({ result }) => result);
  expect(results.filter((result) => result === 'captured')).toHaveLength(3);
  expect(results.filter((result) => result === 'declined')).toHaveLength(17);
  expect(await books()).toMatchObject({ capturedMinor: 90 });
});

it('a sandbox capture is not made beside a void: one of the two wins', async () => {
  const sandbox = await reserved();
  const [captured, voided] = await Promise.all([sandbox.capture('c_1', 100), sandbox.void()]);
  expect([captured.result, voided.result].sort()).toContain('declined');
  const { capturedMinor, releasedMinor } = await sandbox.books();
  expect(capturedMinor + releasedMinor).toBe(100);
});

it('the sandbox refuses an impossible capture for good', async () => {
  const { capture } = atSandbox();
  expect(await capture('c_1', 100)).toMatchObject({ result: 'declined', code: 'DC_01' });
  const paid = atSandbox();
  await paid.authorize();
  expect(await paid.capture('c_1', 100)).toMatchObject({ result: 'declined', code: 'DC_12' });
  const { capture: tooMuch } = await reserved();
  expect(await tooMuch('c_1', 101)).toMatchObject({ result: 'declined', code: 'DC_13' });
});
