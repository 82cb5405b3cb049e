import fc from 'fast-check';
import { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { otherMethods } from '../../support/requests/other-methods.ts';
import { adminKey, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

const secret = 'S3cretOfTheCustomer';

/** Wrong values, in the place of values that every client sends. */
const oddity = fc.constantFrom<unknown>(
  null,
  '',
  'oxxo',
  7,
  [],
  {},
  { token: secret },
  { vpa_id: secret },
  { blik_code: secret },
  { iban: secret },
  { number: secret, cvc: secret },
  { payment_data: { applicationPrimaryAccountNumber: secret } },
);

const known = otherMethods.map(([request]) => request);
const shapes = known.flatMap(({ payment_method, payment_method_data: data }) => {
  const family = typeof data === 'string' ? {} : Object(data[payment_method]);
  return typeof family === 'object' ? Object.keys(family) : [];
});

const anyData = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...known.map((one) => one.payment_method_data)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...PaymentMethod.options), fc.constantFrom(...shapes), oddity)
      .map(([family, shape, details]) => ({ [family]: { [shape]: details } })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...PaymentMethod.options), oddity)
      .map(([family, details]) => ({ [family]: details })),
  },
  { weight: 1, arbitrary: oddity },
);

const anyStatement = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<object>(...known) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...known), anyData)
      .map(([request, payment_method_data]) => ({ ...request, payment_method_data })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      payment_method: fc.constantFrom<unknown>(...PaymentMethod.options, 'cash', null),
      payment_method_type: fc.constantFrom<unknown>(...PaymentMethodType.options, 'x', null),
      payment_method_data: anyData,
    }),
  },
);

const anyRequest = fc
  .tuple(
    anyStatement,
    fc.record({
      amount: fc.constantFrom(6_540, 6_551, 6_552, 6_553, 1, 0),
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
      capture_method: fc.constantFrom('automatic', 'manual', 'manual_multiple', null),
      confirm: fc.boolean(),
      ctp_service_details: fc.constantFrom(null, null, null, { encrypted_payload: secret }),
    }),
  )
  .map(([statement, terms]) => ({ ...statement, ...terms }));

const confirmed = [
  'succeeded',
  'requires_capture',
  'requires_customer_action',
  'processing',
  'failed',
];

async function aWorld() {
  const world = switchInMemory();
  const merchant = await aMerchant(world);
  await world.ask('connector-accounts.create', {
    key: adminKey,
    params: { account_id: merchant.id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'fauxpay',
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of everything' },
    },
  });
  return { ...world, merchant };
}

it('a payment by any payment method data is taken, or refused with nothing written, and never answers 500', async () => {
  const { merchant, ...world } = await aWorld();
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyRequest, async (body) => {
      const before = world.port.items().length;
      const answer = await world.ask('payments.create', { key: merchant.key, body });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.text).not.toContain(secret);
      if (answer.status === 200) {
        const { status, error_code } = answer.body;
        expect(
          body.confirm ? confirmed : ['requires_payment_method', 'requires_confirmation'],
        ).toContain(status);
        // Then we and the processor would not have understood each other.
        expect(error_code).not.toBe('UNREADABLE_ANSWER');
      } else {
        expect([400, 422]).toContain(answer.status);
        expect(world.port.items()).toHaveLength(before);
      }
    }),
    { numRuns: 400 },
  );
  for (const status of [200, 400, 422]) expect(statuses.get(status)).toBeGreaterThan(20);
  expect(JSON.stringify([world.port.items(), world.dependencies.logged])).not.toContain(secret);
});

it('a payment ends the same when it is confirmed at once and when its payment method was attached first', async () => {
  const { merchant, ...world } = await aWorld();
  const told = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ ctp_service_details: _, ...body }) => {
      const create = (confirm: boolean) =>
        world.ask('payments.create', { key: merchant.key, body: { ...body, confirm } });
      const atOnce = await create(true);
      const first = await create(false);
      expect(first.status).toBeLessThan(500);
      const isTold = first.body.status === 'requires_confirmation';
      if (!isTold) return;
      told.set(atOnce.status, (told.get(atOnce.status) ?? 0) + 1);
      const { payment_id } = first.body;
      const ofMerchant = () => world.port.items().filter(({ sk }) => sk !== 'HEALTH');
      const before = ofMerchant().length;
      const then = await world.ask('payments.confirm', {
        key: merchant.key,
        params: { payment_id },
        body: {},
      });
      const endOf = ({ status, body: { error, ...payment } }: typeof then) => ({
        status,
        error: error && { ...error, request_id: '' },
        payment: [payment.status, payment.error_code, payment.payment_method_data],
        next: payment.next_action?.type,
      });
      expect(endOf(then)).toEqual(endOf(atOnce));
      expect(first.text + then.text).not.toContain(secret);
      expect(ofMerchant()).toHaveLength(before);
    }),
    { numRuns: 300 },
  );
  for (const status of [200, 400]) expect(told.get(status)).toBeGreaterThan(10);
  expect(JSON.stringify([world.port.items(), world.dependencies.logged])).not.toContain(secret);
});
