import fc from 'fast-check';
import { PaymentMethod, PaymentMethodType } from '../../../shared/vocabulary/payment-methods.ts';
import { otherMethods } from '../../support/other-methods.ts';
import { adminKey, aMerchant, switchInMemory } from '../../support/switch-in-memory.ts';

const secret = 'S3cretOfTheCustomer';

/** What nobody should send, in the place of something that everybody does. */
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

it('is taken or refused with nothing written, and never our fault, by whatever it is to be paid', async () => {
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
  expect(JSON.stringify([world.port.items(), world.around.logged])).not.toContain(secret);
});
