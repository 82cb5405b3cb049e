import { challengedPayment } from '../../support/processors/sandbox-processor.ts';

const returnUrl = 'https://switch.example/back?x=1&y=2';

it('a completed challenge charges and sends the customer back to the shop', async () => {
  const { press, standing } = await challengedPayment();
  expect(await press(true)).toMatchObject({ status: 302, headers: { location: returnUrl } });
  expect(await standing()).toMatchObject({ status: 'succeeded', next_action: null, error: null });
});

it('a completed challenge of a manual-capture payment reserves', async () => {
  const { press, standing } = await challengedPayment({ capture_method: 'manual_multiple' });
  await press(true);
  expect((await standing()).status).toBe('authorized');
});

it('a rejected challenge fails without a code and sends the customer back', async () => {
  const { press, standing } = await challengedPayment();
  expect(await press(false)).toMatchObject({ status: 302, headers: { location: returnUrl } });
  expect(await standing()).toMatchObject({ status: 'failed', next_action: null, error: null });
});

it('a challenge counts the first answer, and redirects a second one to the shop as well', async () => {
  const { press, standing } = await challengedPayment();
  await press(false);
  expect(await press(true)).toMatchObject({ status: 302, headers: { location: returnUrl } });
  expect((await standing()).status).toBe('failed');
});

it('a challenge counts one of two answers that come at the same moment', async () => {
  const { press, standing } = await challengedPayment();
  const both = await Promise.all([press(true), press(false)]);
  expect(both.map(({ status }) => status)).toEqual([302, 302]);
  const first = (await standing()).status;
  expect(['succeeded', 'failed']).toContain(first);
  await press(first === 'failed');
  expect((await standing()).status).toBe(first);
});

it('a challenge shows a page to a customer without a return URL', async () => {
  const { press } = await challengedPayment({ return_url: undefined });
  const { status, body } = await press(true);
  expect(status).toBe(200);
  expect(body).toContain('You can close this page');
});
