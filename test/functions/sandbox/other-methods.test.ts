import * as v from 'valibot';
import { connectorSupport } from '#connectors/abouts.ts';
import type {
  Authorization,
  PaymentOutcome,
  PaymentSource,
} from '#connectors/interface/payments.ts';
import { methods, supportOf, wayOf, ways } from '#connectors/sandbox/published/methods.ts';
import { shownSettlingMs } from '#sandbox/ledger.ts';
import { magicAmounts } from '#sandbox/method-verdict.ts';
import { SandboxCharge } from '#sandbox/operations.ts';
import { PaymentMethod, typesOf } from '#vocabulary/payment-methods.ts';
import { atSandbox } from '../../support/processors/at-sandbox.ts';

type Other = Extract<PaymentSource, { kind: 'payment_method' }>;

const by = (
  method: Other['method'],
  type: Other['type'],
  shape?: string,
  data: Other['data'] = {},
): Pick<Authorization, 'source'> => ({
  source: { kind: 'payment_method', method, type, shape, data },
});
const byCode = by('real_time_payment', 'fps', 'fps');
const byDebit = by('bank_debit', 'sepa', 'sepa_bank_debit', { iban: 'DE89370400440532013000' });

/** Every type that the sandbox processor takes, with each shape of its data. */
const everything = PaymentMethod.options.flatMap((method) =>
  typesOf[method].flatMap((type) =>
    Object.keys(supportOf({ method, type })?.shapes ?? {}).map(
      (shape) => [method, type, shape] as const,
    ),
  ),
);

describe('the list of payment methods', () => {
  it('the list of payment methods has every type of the API and no other', () => {
    for (const method of PaymentMethod.options) {
      expect(Object.keys(methods[method]).sort()).toEqual([...typesOf[method]].sort());
    }
  });

  it('the list of payment methods contains every way to pay', () => {
    const used = everything.map(([method, type, shape]) => wayOf({ method, type, shape }));
    expect(new Set(used)).toEqual(new Set(ways));
  });
});

describe('a payment that is not made by card', () => {
  it.each(everything)('a payment by %s %s (%s) is answered readably', async (...named) => {
    const { authorize, sync } = atSandbox();
    const [method, type, shape] = named;
    const data = { network_token: '4242424242424242', vpa_id: 'success@upi' };
    const outcome = await authorize(by(method, type, shape || undefined, data));
    expect(['captured', 'challenged', 'pending']).toContain(outcome.result);
    expect(await sync()).toEqual(outcome);
  });

  it('a payment by another method is declined at once when the amount states so', async () => {
    const { authorize, books } = atSandbox();
    const amountMinor = 100 + magicAmounts.declined;
    expect(await authorize({ ...byCode, amountMinor })).toMatchObject({
      result: 'declined',
      code: 'DC_08',
    });
    expect(await books()).toMatchObject({ chargedTimes: 0 });
  });

  it('a payment by another method is declined when its data are those of another one', async () => {
    const { authorize } = atSandbox();
    const outcome = await authorize(by('pay_later', 'klarna', 'affirm_redirect'));
    expect(outcome).toMatchObject({ result: 'declined', code: 'DC_16' });
  });

  it("a payment by another method stores only the method's names in the ledger", async () => {
    const { authorize, port } = atSandbox();
    await authorize(byDebit);
    const [item] = port.items();
    expect(item).toMatchObject({
      paidBy: { method: 'bank_debit', type: 'sepa', shape: 'sepa_bank_debit' },
    });
    expect(JSON.stringify(port.items())).not.toContain('DE89370400440532013000');
  });

  it('a payment by a network’s token goes as the card would', async () => {
    const { authorize } = atSandbox();
    const lost = by('network_token', 'network_token', undefined, {
      network_token: '4000000000009987',
    });
    expect(await authorize(lost)).toMatchObject({
      result: 'declined',
      message: 'Payment declined: Lost card',
    });
  });
});

/** Where the code that the customer is shown leads. */
function pageOf(outcome: PaymentOutcome): string {
  const action = outcome.result === 'challenged' ? outcome.nextAction : undefined;
  if (action?.type !== 'qr_code_information') throw new Error('No code is shown.');
  return action.qr_code_url ?? '';
}

describe('a payment decided later', () => {
  it('a delayed payment is charged once its time has come, and only once', async () => {
    const { authorize, sync, wait, books } = atSandbox();
    expect((await authorize(byDebit)).result).toBe('pending');
    wait(6_000);
    expect((await sync()).result).toBe('captured');
    expect((await authorize(byDebit)).result).toBe('captured');
    expect((await books()).state).toBe('succeeded');
  });

  it('a delayed payment waits longer when the customer has to act', async () => {
    const { authorize, sync, wait } = atSandbox();
    await authorize(byCode);
    wait(shownSettlingMs - 1);
    expect((await sync()).result).toBe('challenged');
    wait(1);
    expect((await sync()).result).toBe('captured');
  });

  it('a delayed payment fails when the amount states so', async () => {
    const { authorize, wait } = atSandbox();
    const failing = { ...byCode, amountMinor: 100 + magicAmounts.failsLater };
    expect((await authorize(failing)).result).toBe('challenged');
    wait(shownSettlingMs);
    expect(await authorize(failing)).toMatchObject({
      result: 'declined',
      code: 'DC_08',
      message: 'Payment declined: The money did not come',
    });
  });

  it('a delayed payment sends a webhook when it is decided', async () => {
    const told: unknown[] = [];
    const sandbox = atSandbox({
      onNotification: async ({ body = '' }) => {
        const { payment } = JSON.parse(body);
        told.push([payment.status, payment.next_action?.show ?? null]);
        return undefined;
      },
    });
    await sandbox.authorize({ ...byCode, notificationUrl: 'https://switch.example/webhooks' });
    expect(told).toEqual([]);
    sandbox.wait(shownSettlingMs + 1_000);
    await sandbox.sendNotifications();
    expect(told).toEqual([['succeeded', null]]);
  });

  it('a delayed payment can be cancelled before', async () => {
    const { authorize, void: release, sync, wait } = atSandbox();
    await authorize(byCode);
    expect((await release()).result).toBe('voided');
    wait(shownSettlingMs);
    expect((await sync()).result).toBe('voided');
  });

  it('a delayed payment is charged once, whether the customer or the time is faster', async () => {
    const { authorize, visit, sync, wait, books } = atSandbox();
    const outcome = await authorize(byCode);
    const page = pageOf(outcome);
    wait(shownSettlingMs - 1);
    await Promise.all([visit(`${page}/complete?confirm=true`), sync()]);
    wait(1);
    expect((await visit(`${page}/complete?confirm=true`)).status).toBe(200);
    expect((await sync()).result).toBe('captured');
    expect((await books()).chargedTimes).toBe(1);
  });

  it('a delayed payment has no page any more once it was decided', async () => {
    const { authorize, visit, wait } = atSandbox();
    const outcome = await authorize(byCode);
    const page = pageOf(outcome);
    wait(shownSettlingMs);
    expect((await visit(page)).status).toBe(404);
    expect((await visit(`${page}/complete?confirm=true`)).status).toBe(404);
  });
});

it('a charge with two payment sources, or none, is refused', () => {
  const card = { number: '4242424242424242', expiry_month: '10', expiry_year: '2035' };
  const method = { method: 'wallet', type: 'paypal', shape: 'paypal_redirect', data: {} };
  const isTaken = (means: object) =>
    v.is(SandboxCharge, {
      processor: 'fauxpay',
      amount: 100,
      currency: 'USD',
      capture_method: 'automatic',
      ...means,
    });
  expect([{}, { card, method }, { card }, { method }].map(isTaken)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it('a charge with all its data is accepted by the sandbox processor', () => {
  const atOnce = ['automatic', 'sequential_automatic'];
  expect(connectorSupport('fauxpay', { method: 'wallet', type: 'paypal' }).ability).toMatchObject({
    variants: ['paypal_redirect', 'paypal_sdk'],
    captureMethods: [...atOnce, 'manual', 'manual_multiple'],
    refunds: true,
    mandates: true,
  });
  expect(connectorSupport('fauxpay', { method: 'wallet', type: 'oxxo' })).toEqual({
    obstacle: 'method',
  });
  // Cards themselves are taken by their numbers.
  const { ability: card } = connectorSupport('fauxpay', { method: 'card', type: 'credit' });
  expect(card?.variants).toEqual(['click_to_pay']);
});
