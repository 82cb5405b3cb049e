import { httpConnectors } from '#connectors/connectors.ts';
import type { Card } from '#connectors/interface/card.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { logTo } from '#platform/log.ts';
import { tableOver } from '#platform/table/table.ts';
import { tableLedger } from '#sandbox/ledger-store.ts';
import { addressesWith, bareOrder } from '../../support/processors/an-exchange.ts';
import { sandboxProcessor, sandboxUrl } from '../../support/processors/sandbox-processor.ts';
import { memoryPort, memoryTable } from '../../support/table/memory-table.ts';

const card: Card = { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035' };
const withNumber = (number: string) => ({ kind: 'card' as const, card: { ...card, number } });
const payment: Authorization = {
  reference: 'pay_1_1',
  connectorName: 'fauxpay',
  amountMinor: 6540,
  currency: 'USD',
  captureMethod: 'automatic',
  order: bareOrder,
  source: { kind: 'card', card },
};
const account = (api_key: string) =>
  ({ connectorName: 'fauxpay', credentials: { auth_type: 'HeaderKey', api_key } }) as const;
const own = account('key-one');

function sandbox() {
  const port = memoryPort();
  const processor = sandboxProcessor(tableOver(port));
  const connectors = httpConnectors({
    send: processor.send,
    remainingMs: () => 28_000,
    addresses: addressesWith(sandboxUrl),
    log: logTo(() => {}),
  });
  return { port, connectors, ...processor };
}

it('the sandbox charges a good test card', async () => {
  const { connectors } = sandbox();
  expect(await connectors.authorize(own, payment)).toMatchObject({
    result: 'captured',
    capturedMinor: 6540,
    currency: 'USD',
    connectorReference: 'pay_1_1',
    connectorTransactionId: expect.stringMatching(/^pay_[A-Za-z0-9]{20}$/),
  });
});

it('the sandbox reserves the amount of a manual-capture payment', async () => {
  const { connectors } = sandbox();
  const later: Authorization = { ...payment, captureMethod: 'manual' };
  expect((await connectors.authorize(own, later)).result).toBe('authorized');
});

it('the sandbox charges once, however often the same reference comes', async () => {
  const { connectors, port } = sandbox();
  const outcomes = await Promise.all([1, 2, 3].map(() => connectors.authorize(own, payment)));
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(port.items()).toHaveLength(1);
});

it('the sandbox answers a repeated reference as it did first, whatever card comes with it', async () => {
  const { connectors } = sandbox();
  const first = await connectors.authorize(own, payment);
  const lost = { ...payment, source: withNumber('4000000000009987') };
  expect(await connectors.authorize(own, lost)).toEqual(first);
});

it('the sandbox stores a decline as well', async () => {
  const { connectors } = sandbox();
  const lost = { ...payment, source: withNumber('4000000000009987') };
  const declined = await connectors.authorize(own, lost);
  expect(declined).toMatchObject({
    result: 'declined',
    code: 'DC_08',
    message: 'Payment declined: Lost card',
  });
  expect(await connectors.authorize(own, payment)).toEqual(declined);
  expect(await connectors.sync(own, payment)).toEqual(declined);
});

it('the sandbox refuses a reference that was used for another amount, and the payment can still be synced', async () => {
  const { connectors, answer } = sandbox();
  await connectors.authorize(own, payment);
  const dearer = { ...payment, amountMinor: 9999 };
  expect((await connectors.authorize(own, dearer)).result).toBe('unknown');
  expect((await connectors.sync(own, dearer)).result).toBe('integrity_mismatch');
  const refusal = await answer({
    method: 'PUT',
    url: `${sandboxUrl}/payments/pay_1_1`,
    headers: { 'api-key': 'key-one' },
    body: JSON.stringify({
      processor: 'fauxpay',
      amount: 9999,
      currency: 'USD',
      capture_method: 'automatic',
      card: { number: card.number, expiry_month: '10', expiry_year: '2035' },
    }),
  });
  expect(refusal.status).toBe(409);
  expect(JSON.parse(refusal.body).error.code).toBe('DC_09');
});

it('the sandbox keeps the ledger of one key from another', async () => {
  const { connectors } = sandbox();
  await connectors.authorize(own, payment);
  expect(await connectors.sync(account('key-two'), payment)).toEqual({ result: 'not_found' });
  const second = await connectors.authorize(account('key-two'), { ...payment, amountMinor: 1 });
  expect(second).toMatchObject({ result: 'captured', amountMinor: 1 });
});

it('the sandbox stores neither card number nor key', async () => {
  const { connectors, port } = sandbox();
  await connectors.authorize(own, {
    ...payment,
    source: { kind: 'card', card: { ...card, cvc: '737' } },
  });
  const stored = JSON.stringify(port.items());
  expect(stored).not.toContain(card.number);
  expect(stored).not.toContain('737"');
  expect(stored).not.toContain('key-one');
});

it('the sandbox keeps fields that a newer version of it has written', async () => {
  const ledger = tableLedger(memoryTable());
  const entered = await ledger.enter({
    id: 'pay_n',
    keyHash: 'hash',
    reference: 'r',
    processor: 'fauxpay',
    amountMinor: 1,
    currency: 'USD',
    manualCapture: false,
    cardLastDigits: '4242',
    state: 'challenged',
    captures: [],
    refunds: [],
    movements: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    fromTheFuture: 'kept',
  });
  const found = await ledger.find('hash', 'r');
  expect(found).toMatchObject({ fromTheFuture: 'kept' });
  await ledger.save({ ...(found ?? entered), state: 'failed' });
  expect(await ledger.find('hash', 'r')).toMatchObject({ fromTheFuture: 'kept', version: 2 });
});
