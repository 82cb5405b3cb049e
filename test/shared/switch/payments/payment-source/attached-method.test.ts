import fc from 'fast-check';
import * as v from 'valibot';
import type { KeyHolder } from '#platform/secrets/merchant-secrets.ts';
import { merchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import {
  belongsInVault,
  isFreeOfSecrets,
} from '#switch/payments/payment-method-data/payment-method-data.ts';
import {
  attachMethod,
  withAttachedMethod,
} from '#switch/payments/payment-source/attached-method.ts';
import { PaymentRequest } from '#switch/payments/request/payment-request.ts';
import { asText } from '../../../../functions/payments/vault-witnesses.ts';
import { aPayment } from '../../../../support/entities/a-payment.ts';
import { otherMethods } from '../../../../support/requests/other-methods.ts';
import { memoryKeys } from '../../../../support/table/memory-keys.ts';

const keys = memoryKeys();
const services = { secrets: merchantSecrets(keys) };
let holder: KeyHolder;
beforeAll(async () => {
  holder = { id: 'merchant_1', wrappedKey: (await keys.make('merchant_1')).wrapped };
});

const request = (body: object) => v.parse(PaymentRequest, body);
const payment = aPayment();
const sepa = request({
  payment_method_data: { bank_debit: { sepa_bank_debit: { iban: 'DE89370400440532013000' } } },
});
const kept = (body: PaymentRequest, whose = payment) =>
  attachMethod(body, { payment: whose, keyOwner: async () => holder }, services);
const nobody = () => Promise.reject(new Error('Nobody has to open a key for this.'));

it('payment method data without secrets is stored as it came, without a key', async () => {
  const { payment_method_data } = request({
    payment_method_data: { wallet: { paypal_redirect: {} } },
  });
  expect(
    await attachMethod({ payment_method_data }, { payment, keyOwner: nobody }, services),
  ).toMatchObject({
    paymentMethodData: { wallet: expect.anything() },
    attachedMethod: payment_method_data,
  });
});

it.each([
  ['nothing', {}],
  ['an address', { payment_method_data: { billing: {} } }],
  ['a card, which is in the vault', { payment_method_data: { card: aCard() } }],
  ['a code', { payment_method_data: { card_token: { card_cvc: '314' } } }],
])("an attached method's %s is not stored", async (_, body) => {
  expect(
    await attachMethod(request(body), { payment, keyOwner: nobody }, services),
  ).toBeUndefined();
});

it("an attached method's secrets are sealed, and its display fields are shown", async () => {
  const found = await kept(sepa);
  expect(found).toEqual({
    paymentMethodData: {
      bank_debit: { sepa: { iban: '****3000', bank_account_holder_name: null } },
      billing: null,
    },
    attachedMethod: { sealed: expect.stringMatching(/^[\w+/]+=*$/) },
  });
  // Never the same twice, so that no reader sees that two payments are from one account.
  expect(await kept(sepa)).not.toEqual(found);
});

it.each([
  ['another payment', { id: 'pay_2' }],
  ['the payment of that name of another merchant', { merchantId: 'merchant_2' }],
])('an attached method does not open for %s, with the same key', async (_, other) => {
  const { attachedMethod } = (await kept(sepa)) ?? {};
  const opened = (whose: object) =>
    withAttachedMethod({}, { ...payment, ...whose, attachedMethod }, holder, services);
  expect(await opened({})).toEqual(sepa);
  await expect(opened(other)).rejects.toMatchObject({ kind: 'missing_param' });
});

it.each([
  ['data of its own', { payment_method_data: 'reward' }],
  ['a token', { payment_token: 'token_1' }],
  ['a mandate', { mandate_id: 'man_1' }],
  ['what a processor keeps', { recurring_details: { type: 'mandate_id', data: 'man_1' } }],
  ['Click to Pay', { ctp_service_details: { provider: 'visa' } }],
])('an attached method is replaced by %s', async (_, body) => {
  const { attachedMethod } = (await kept(sepa)) ?? {};
  const own = request(body);
  expect(await withAttachedMethod(own, { ...payment, attachedMethod }, holder, services)).toBe(own);
});

it('an attached payment method opens to exactly its data, and stores no secret in clear', async () => {
  const known = otherMethods.map(([{ payment_method_data }]) => payment_method_data);
  const texts = fc.oneof(
    fc.string({ unit: 'binary', minLength: 9, maxLength: 300 }),
    fc.integer({ min: 1e11, max: 1e15 }).map((digits) => `x${digits}`),
  );
  const seen = { sealed: 0, free: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...known), texts, fc.boolean(), async (data, text, all) => {
      const body = JSON.parse(JSON.stringify({ payment_method_data: data }), (name, value) =>
        typeof value === 'string' && (all || /account|iban|number|token|code|_id$/.test(name))
          ? text
          : value,
      );
      const parsed = v.safeParse(PaymentRequest, body);
      fc.pre(parsed.success);
      const { payment_method_data: told } = parsed.output;
      const held = await kept(parsed.output);
      if (!told || !held) {
        expect(told && belongsInVault(told)).toBe(true);
        return;
      }
      const stored = { ...payment, attachedMethod: held.attachedMethod };
      expect(await withAttachedMethod({}, stored, holder, services)).toEqual({
        payment_method_data: told,
      });
      const isFree = isFreeOfSecrets(told);
      seen[isFree ? 'free' : 'sealed'] += 1;
      if (isFree) return;
      expect(held.attachedMethod).toEqual({ sealed: expect.any(String) });
      expect(asText(held.attachedMethod)).not.toContain(text);
    }),
    { numRuns: 300 },
  );
  expect(seen.sealed).toBeGreaterThan(50);
  expect(seen.free).toBeGreaterThan(20);
});

function aCard() {
  return {
    card_number: '4242424242424242',
    card_exp_month: '12',
    card_exp_year: '2039',
    card_cvc: '314',
  };
}
