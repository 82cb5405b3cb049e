import { atSandbox } from '../../support/processors/at-sandbox.ts';

it('a sandbox void releases the reserved amount, once', async () => {
  const { authorize, void: release, sync, books } = atSandbox();
  await authorize({ captureMethod: 'manual' });
  const outcomes = await Promise.all([release(), release(), release()]);
  expect(outcomes.map(({ result }) => result)).toEqual(['voided', 'voided', 'voided']);
  expect(await sync()).toMatchObject({ result: 'voided', captures: [] });
  const { movements, ...others } = await books();
  expect(movements.map(({ kind }) => kind)).toEqual(['reserved', 'released']);
  expect(others).toMatchObject({ voided: true, releasedMinor: 100, capturedMinor: 0 });
});

it('a sandbox void does not return a captured amount, and reports that', async () => {
  const { authorize, capture, void: release, sync, books } = atSandbox();
  await authorize({ captureMethod: 'manual_multiple' });
  await capture('c_1', 60);
  expect((await release()).result).toBe('voided');
  expect(await sync()).toMatchObject({
    result: 'voided',
    captures: [{ reference: 'c_1', amountMinor: 60, status: 'charged' }],
  });
  expect(await books()).toMatchObject({ capturedMinor: 60, releasedMinor: 40 });
});

it('a sandbox void after capture returns the captured amount, once', async () => {
  const { authorize, voidCaptured, sync, books } = atSandbox();
  await authorize();
  expect((await voidCaptured()).result).toBe('voided_after_capture');
  expect((await voidCaptured()).result).toBe('voided_after_capture');
  expect((await sync()).result).toBe('voided_after_capture');
  expect(await books()).toMatchObject({ givenBackMinor: 100, voidedAfterCapture: true });
});

it('a sandbox void is not made beside a refund: one of the two wins', async () => {
  const { authorize, voidCaptured, refund, books } = atSandbox();
  await authorize();
  const [voided, refunded] = await Promise.all([voidCaptured(), refund('r_1', 100)]);
  expect([voided.result, refunded.result]).toContain('declined');
  const { givenBackMinor, refundedMinor } = await books();
  expect(givenBackMinor + refundedMinor).toBe(100);
});

it('the sandbox refuses an impossible void for good', async () => {
  const unknown = atSandbox();
  expect(await unknown.void()).toMatchObject({ result: 'declined', code: 'DC_01' });
  await unknown.authorize();
  expect(await unknown.void()).toMatchObject({ result: 'declined', code: 'DC_14' });
  const reserved = atSandbox();
  await reserved.authorize({ captureMethod: 'manual' });
  expect(await reserved.voidCaptured()).toMatchObject({ result: 'declined', code: 'DC_14' });
});

it('a sandbox void ends a challenge', async () => {
  const { pay, void: release, visit, sync } = atSandbox();
  const outcome = await pay('4000003800000446');
  const page = (outcome.result === 'challenged' && outcome.redirectUrl) || '';
  expect((await release()).result).toBe('voided');
  expect((await visit(page)).status).toBe(404);
  await visit(`${page}/complete?confirm=true`);
  expect((await sync()).result).toBe('voided');
});
