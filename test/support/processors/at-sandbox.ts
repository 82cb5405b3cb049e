import { httpConnectors } from '#connectors/connectors.ts';
import type { ConnectorAccess, Credentials } from '#connectors/interface/exchange.ts';
import type { Authorization, Capture, PaymentSource } from '#connectors/interface/payments.ts';
import type { RefundReference } from '#connectors/interface/refunds.ts';
import { logTo } from '#platform/log.ts';
import { tableOver } from '#platform/table/table.ts';
import { memoryPort } from '../table/memory-table.ts';
import { addressesWith, bareOrder } from './an-exchange.ts';
import { type SandboxHooks, sandboxProcessor, sandboxUrl } from './sandbox-processor.ts';

const credentials: Credentials = { auth_type: 'HeaderKey', api_key: 'key-one' };
export const ownAccount: ConnectorAccess = { connectorName: 'fauxpay', credentials };
/** The same account where the merchant set up webhooks, so that they also repeat answers. */
export const accountWithWebhooks: ConnectorAccess = { ...ownAccount, hasWebhooks: true };

const cardSource = (number: string): PaymentSource => ({
  kind: 'card',
  card: { number, expiryMonth: '10', expiryYear: '2035' },
});

export const aCharge = (changes: Partial<Authorization> = {}): Authorization => ({
  reference: 'pay_1_1',
  connectorName: 'fauxpay',
  amountMinor: 100,
  currency: 'USD',
  captureMethod: 'automatic',
  order: bareOrder,
  source: cardSource('4242424242424242'),
  ...changes,
});

export const byCard = (number: string, changes: Partial<Authorization> = {}) =>
  aCharge({ source: cardSource(number), ...changes });

export const aCapture = (captureReference: string, captureMinor: number): Capture => {
  const { source: _, ...payment } = aCharge();
  return { ...payment, captureReference, captureMinor, captureNumber: 1, isFinal: false };
};

export const aRefund = (reference: string, amountMinor: number): RefundReference => {
  const { source: _, ...payment } = aCharge();
  return { reference, amountMinor, connectorName: 'fauxpay', currency: 'USD', payment };
};

/** The sandbox processor as the switch sees it, through its adapter, and as a witness sees it. */
export function atSandbox(hooks: SandboxHooks = {}, account: ConnectorAccess = ownAccount) {
  const port = memoryPort();
  const processor = sandboxProcessor(tableOver(port), hooks);
  const connectors = httpConnectors({
    send: processor.send,
    remainingMs: () => 28_000,
    addresses: addressesWith(sandboxUrl),
    log: logTo(() => {}),
    pause: async () => {},
  });
  return {
    port,
    ...processor,
    /** Lets time pass for the processor. */
    wait: (ms: number) => {
      processor.clock.now = new Date(processor.clock.now.getTime() + ms);
    },
    /** The books of the only payment. */
    books: async () => {
      const [one, another] = await processor.ledger();
      if (!one || another) throw new Error('There is not exactly one payment.');
      return one;
    },
    authorize: (changes: Partial<Authorization> = {}) =>
      connectors.authorize(account, aCharge(changes)),
    pay: (card: string, changes: Partial<Authorization> = {}) =>
      connectors.authorize(account, byCard(card, changes)),
    sync: () => connectors.sync(account, aCharge()),
    capture: (reference: string, amountMinor: number) =>
      connectors.capture(account, aCapture(reference, amountMinor)),
    void: () => connectors.void(account, aCharge()),
    voidCaptured: () => connectors.voidCaptured(account, aCharge()),
    refund: (reference: string, amountMinor: number) =>
      connectors.refund(account, aRefund(reference, amountMinor)),
    syncRefund: (reference: string, amountMinor: number) =>
      connectors.syncRefund(account, aRefund(reference, amountMinor)),
  };
}
