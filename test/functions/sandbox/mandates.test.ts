import { httpConnectors } from '#connectors/connectors.ts';
import { logTo } from '#platform/log.ts';
import { addressesWith, bareOrder } from '../../support/processors/an-exchange.ts';
import { atSandbox, ownAccount } from '../../support/processors/at-sandbox.ts';
import { sandboxUrl } from '../../support/processors/sandbox-processor.ts';

const adyen = { ...ownAccount, connectorName: 'adyen_test' };

function aSandbox() {
  const sandbox = atSandbox();
  const connectors = httpConnectors({
    send: sandbox.send,
    remainingMs: () => 28_000,
    addresses: addressesWith(sandboxUrl),
    log: logTo(() => {}),
  });
  const nameOf = async (number = '4242424242424242') => {
    const outcome = await sandbox.pay(number, { futureUsage: 'off_session' });
    return 'connectorMandateId' in outcome ? (outcome.connectorMandateId ?? '') : '';
  };
  return {
    ...sandbox,
    connectors,
    /** Pays with a card that is to be saved, and returns the name under which it is stored. */
    nameOf,
    charge: (connectorMandateId: string, reference: string, amountMinor = 200) =>
      sandbox.authorize({
        source: { kind: 'connector_mandate', connectorMandateId },
        reference,
        amountMinor,
      }),
    revoke: (connectorMandateId: string) =>
      connectors.revokeMandate(ownAccount, { connectorName: 'fauxpay', connectorMandateId }),
  };
}

it('the sandbox stores a card on request, and answers with its mandate', async () => {
  const { pay } = aSandbox();
  expect(await pay('4242424242424242', { futureUsage: 'off_session' })).toMatchObject({
    result: 'captured',
    connectorMandateId: expect.stringMatching(/^mandate_[A-Za-z0-9]{20}$/),
    networkTransactionId: expect.stringMatching(/^nti_[A-Za-z0-9]{20}$/),
  });
});

it.each([undefined, 'on_session'] as const)('the sandbox stores nothing for %s', async (store) => {
  const { pay } = aSandbox();
  const outcome = await pay('4242424242424242', store ? { futureUsage: store } : {});
  expect(outcome).not.toHaveProperty('connectorMandateId');
});

it('the sandbox stores nothing of a declined card, nor of one whose challenge is open', async () => {
  const { pay, sync } = aSandbox();
  const challenged = await pay('4000003800000446', { futureUsage: 'off_session' });
  expect(challenged).not.toHaveProperty('connectorMandateId');
  expect(await sync()).not.toHaveProperty('connectorMandateId');
  const other = aSandbox();
  expect(await other.nameOf('4000000000000002')).toBe('');
});

it('a mandate stores no card number', async () => {
  const { nameOf, port } = aSandbox();
  await nameOf();
  expect(JSON.stringify(port.items())).not.toContain('4242424242424242');
});

it('the sandbox charges a mandate, each reference once', async () => {
  const { nameOf, charge, ledger } = aSandbox();
  const name = await nameOf();
  const outcomes = await Promise.all([1, 2, 3].map(() => charge(name, 'pay_2_1')));
  expect(outcomes.map(({ result }) => result)).toEqual(['captured', 'captured', 'captured']);
  await charge(name, 'pay_3_1', 300);
  const charged = (await ledger()).map(({ capturedMinor, chargedTimes }) => [
    capturedMinor,
    chargedTimes,
  ]);
  expect(charged).toEqual([
    [100, 1],
    [200, 1],
    [300, 1],
  ]);
});

it('the sandbox requires no challenge when it charges the mandate of a card that needs one', async () => {
  const { pay, visit, sync, charge } = aSandbox();
  const outcome = await pay('4000003800000446', { futureUsage: 'off_session' });
  const page = outcome.result === 'challenged' ? outcome.redirectUrl : '';
  await visit(`${page}/complete?confirm=true`);
  const known = await sync();
  const name = ('connectorMandateId' in known && known.connectorMandateId) || '';
  expect((await charge(name, 'pay_2_1')).result).toBe('captured');
});

it('a sandbox mandate behaves like the card that it was created with', async () => {
  const { nameOf, charge } = aSandbox();
  const name = await nameOf('4000000000009235');
  await charge(name, 'pay_2_1');
  expect((await charge(name, 'pay_2_1')).result).toBe('captured');
});

it('a sandbox mandate declines amounts that end in 51', async () => {
  const { nameOf, charge } = aSandbox();
  expect(await charge(await nameOf(), 'pay_2_1', 1_051)).toMatchObject({
    result: 'declined',
    code: 'DC_08',
  });
});

it('the sandbox refuses an unknown mandate, and one of another key', async () => {
  const { nameOf, charge, connectors, revoke } = aSandbox();
  expect(await charge('mandate_unknown', 'pay_2_1')).toMatchObject({
    result: 'declined',
    code: 'DC_41',
  });
  expect(await revoke('mandate_unknown')).toMatchObject({
    result: 'declined',
    code: 'DC_40',
    status: 404,
  });
  const connectorMandateId = await nameOf();
  const stranger = {
    connectorName: 'fauxpay',
    credentials: { auth_type: 'HeaderKey', api_key: 'key-two' },
  } as const;
  const asked = { connectorName: 'fauxpay', connectorMandateId };
  expect(await connectors.revokeMandate(stranger, asked)).toMatchObject({ result: 'declined' });
});

it('the sandbox revokes a mandate as often as requested, and still answers about its charges', async () => {
  const { nameOf, charge, revoke } = aSandbox();
  const name = await nameOf();
  const first = await charge(name, 'pay_2_1');
  expect(await revoke(name)).toEqual({ result: 'revoked' });
  expect(await revoke(name)).toEqual({ result: 'revoked' });
  expect(await charge(name, 'pay_3_1')).toMatchObject({ result: 'declined', code: 'DC_41' });
  expect(await charge(name, 'pay_2_1')).toEqual(first);
});

it('the sandbox verifies a card without moving anything, where it can', async () => {
  const { connectors, ledger } = aSandbox();
  const asked = {
    reference: 'pay_1_1',
    connectorName: 'adyen_test',
    amountMinor: 0,
    currency: 'USD',
    captureMethod: 'automatic',
    order: bareOrder,
    futureUsage: 'off_session',
    source: {
      kind: 'card',
      card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035' },
    },
  } as const;
  expect(await connectors.verify(adyen, asked)).toMatchObject({
    result: 'captured',
    capturedMinor: 0,
    connectorMandateId: expect.any(String),
  });
  expect(await connectors.sync(adyen, asked)).toMatchObject({
    result: 'captured',
    capturedMinor: 0,
  });
  expect(await ledger()).toMatchObject([{ chargedTimes: 0, movements: [] }]);
  expect(connectors.canDo({ connectorName: 'fauxpay' }, 'verify')).toBe(false);
  expect(await connectors.verify(ownAccount, asked)).toMatchObject({ result: 'not_sent' });
});
