import fc from 'fast-check';
import { payoutCards, payoutMerchant } from '../../support/entities/a-payout.ts';

const or = <T>(value: T, ...others: readonly unknown[]) =>
  fc.oneof({ weight: 16, arbitrary: fc.constant<unknown>(value) }, fc.constantFrom(...others));
const nothing = [undefined, null] as const;

const card = fc.record({
  card_number: or(payoutCards.usual, payoutCards.later, '4242424242424241', '', 4242, ...nothing),
  expiry_month: or('12', '1', '00', '13', 'x', '', 12, '0'.repeat(300), ...nothing),
  expiry_year: or('2035', '35', '1', '20350', '２０３５', '', 'x', ...nothing),
  card_holder_name: or('Test Payee', '', payoutCards.usual, 'ü'.repeat(256), 1, ...nothing),
  card_network: or('Visa', 'AMEX', 1, ...nothing),
});

const bank = fc.constantFrom<unknown>(
  { bank_account_number: '000123456789', bank_routing_number: '110000000' },
  { bank_account_number: '000123456789', bank_sort_code: '108800' },
  { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  { iban: 'DE89370400440532013000' },
  { pix_key: 'a@b.example', bank_account_number: '000123456789', tax_id: '12345678909' },
  { bank_account_number: 5 },
  {},
  [],
  null,
);

const destination = fc.oneof(
  { weight: 6, arbitrary: fc.record({ card }) },
  { weight: 4, arbitrary: fc.record({ bank }) },
  fc.constantFrom<unknown>(
    { wallet: { paypal: { email: 'a@b.example' } } },
    { wallet: { paypal: {} } },
    { wallet: { venmo: { telephone_number: '8056594427' } } },
    { bank_redirect: { interac: { email: 'a@b.example' } } },
    { passthrough: { psp_token: 'token_1234567', token_type: 'credit' } },
    { bank_transfer: { payout_method_type: 'pix_key', pix_key: 'a@b.example' } },
    { bank_transfer: { payout_method_type: 'cash' } },
    {},
    'x',
    undefined,
    null,
  ),
);

const anyRequest = fc.record({
  amount: or(6_540, 0, -1, 1.5, '6540', Number.MAX_SAFE_INTEGER, ...nothing),
  currency: or('USD', 'XXX', 'usd', 1, ...nothing),
  payout_id: or(undefined, 'payout_1', 'a b', '', 'x'.repeat(65), 7),
  customer_id: or('cus_1', undefined, 'a b', 7),
  customer: or(undefined, { id: 'cus_1' }, { id: 'cus_2' }, { email: 'x' }, []),
  confirm: or(true, false, 'true', ...nothing),
  auto_fulfill: or(false, true, 1, ...nothing),
  recurring: or(false, true, 'x'),
  payout_type: or(undefined, 'card', 'bank', 'cash'),
  payout_method_data: destination,
  source_bank_data: or(undefined, { payout_method_type: 'pix_key', pix_key: 'k' }, {}, 'x'),
  payout_token: or(undefined, 'token_1', '', 7),
  payout_method_id: or(undefined, 'pm_1', 7),
  connector: or(undefined, ['adyen_test'], ['wise'], ['checkout'], 'x'),
  routing: or(undefined, { type: 'single', data: 'adyen_test' }, { type: 'x' }, []),
  metadata: or({ order: '1' }, undefined, [], { a: 'x'.repeat(501) }),
  billing: or(undefined, { address: { country: 'GB' } }, { email: 'x' }),
  entity_type: or(undefined, 'Company', 'company'),
  session_expiry: or(undefined, 900, -1, 'x'),
  payout_link: or(undefined, false, true),
  return_url: or(undefined, 'https://shop.example/', 'shop'),
});

const secrets = new RegExp(
  [payoutCards.usual, payoutCards.later, '000123456789', 'DE89370400440532013000'].join('|'),
);

describe('any request that a client sends', () => {
  it('any request for a payout is a payout, or refused with nothing written, and never an internal error', async () => {
    const payer = await payoutMerchant();
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(anyRequest, async (body) => {
        const before = [payer.memory.items(), await payer.dependencies.processor.payoutLedger()];
        const answer = await payer.shop.ask('payouts.create', { key: payer.merchant.key, body });
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status === 200) {
          const shown = await payer.show(answer.body.payout_id);
          expect(shown.body).toEqual(answer.body);
        } else {
          expect([400, 404, 422, 501]).toContain(answer.status);
          const after = [payer.memory.items(), await payer.dependencies.processor.payoutLedger()];
          expect(after).toEqual(before);
        }
        expect(answer.text).not.toMatch(secrets);
      }),
      { numRuns: 600 },
    );
    expect(JSON.stringify([payer.memory.items(), payer.dependencies.logged])).not.toMatch(secrets);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 422]));
    expect(statuses.get(200)).toBeGreaterThan(20);
    // Each payout was paid once.
    const references = (await payer.paidOut()).map(({ reference }) => reference);
    expect(new Set(references).size).toBe(references.length);
  });
});
