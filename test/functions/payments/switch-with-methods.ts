import type { Change } from '#platform/queues/stream-function.ts';
import {
  adminKey,
  aMerchant,
  container,
  switchDependencies,
} from '../../support/switch/switch-in-memory.ts';
import { memoryPort } from '../../support/table/memory-table.ts';

/**
 * A merchant whose connector account accepts every payment method of the sandbox processor. `told`
 * contains the changes that the table's stream reported.
 */
export async function switchWithMethods(account: object = {}) {
  const told: Change[] = [];
  const port = memoryPort([], (before, after) => told.push({ before, after }));
  const dependencies = switchDependencies();
  const world = { port, dependencies, ...container(port, dependencies) };
  const merchant = await aMerchant(world, 'merchant_example', account);
  const connected = await world.ask('connector-accounts.create', {
    key: adminKey,
    params: { account_id: merchant.id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of everything' },
    },
  });
  expect(connected.status).toBe(200);
  const stored = (paymentId: string) => {
    const item = world.port.items().find(({ id, sk }) => id === paymentId && sk === 'PAYMENT');
    // As the store has written it.
    return item as unknown as {
      readonly attempt: { readonly redirectUrl?: string };
      readonly pendingSync?: { readonly nextAt: string };
      readonly attachedMethod?: unknown;
      readonly expiresAt: string;
      readonly status: string;
    };
  };
  return {
    ...world,
    told,
    merchant,
    stored,
    create: (body: object) =>
      world.ask('payments.create', {
        key: merchant.key,
        body: {
          currency: 'USD',
          confirm: true,
          capture_method: 'automatic',
          return_url: 'https://shop.example/return',
          ...body,
        },
      }),
    confirm: (paymentId: string, body: object = {}) =>
      world.ask('payments.confirm', {
        key: merchant.key,
        params: { payment_id: paymentId },
        body,
      }),
    cancel: (paymentId: string) =>
      world.ask('payments.cancel', {
        key: merchant.key,
        params: { payment_id: paymentId },
        body: {},
      }),
    refund: (paymentId: string) =>
      world.ask('refunds.create', { key: merchant.key, body: { payment_id: paymentId } }),
    sync: async (paymentId: string) => {
      const { body } = await world.ask('payments.retrieve', {
        key: merchant.key,
        params: { payment_id: paymentId },
        query: { force_sync: 'true' },
      });
      return body;
    },
    /** Acts as the customer at the processor's page. */
    press: (paymentId: string, confirm: boolean) =>
      world.dependencies.processor.visit(
        `${stored(paymentId).attempt.redirectUrl}/complete?confirm=${confirm}`,
      ),
    passes(seconds: number) {
      const { clock } = world.dependencies.processor;
      clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    },
  };
}
