import fc from 'fast-check';
import { aWallet, mastercard, visa, type Wallet } from './a-wallet.ts';

const or = <T>(value: T, ...others: readonly unknown[]) =>
  fc.oneof({ weight: 16, arbitrary: fc.constant<unknown>(value) }, fc.constantFrom(...others));
const nothing = [undefined, null] as const;

const anyCard = fc.record({
  card_number: or(
    visa,
    mastercard,
    '4242 4242 4242 4242',
    '4242424242424241',
    '',
    4242,
    ...nothing,
  ),
  card_exp_month: or('12', '1', '00', '13', 'x', '', 12, '0'.repeat(300), ...nothing),
  card_exp_year: or('2035', '35', '1', '20350', '99999999', '２０３５', '', 'x', ...nothing),
  card_cvc: or('123', '', 'x'.repeat(256), 7, ...nothing),
  card_holder_name: or('Test Payer', '', ' ', '\u0000', visa, 'ü'.repeat(255), 1, ...nothing),
  nick_name: or('work', '', mastercard, '💳'.repeat(100), {}, ...nothing),
  card_network: or('Visa', 'AMEX', 'visa', '', 1, ...nothing),
  card_issuer: or('EXAMPLE BANK', '', [], ...nothing),
  card_type: or('CREDIT', '', false, ...nothing),
});

const anyRequest = fc.record({
  customer_id: or('cus_1', 'cus_2', 'nobody', 'a b', '', 7, ...nothing),
  payment_method: or('card', 'wallet', 'bank_transfer', 'cash', '', 1, ...nothing),
  payment_method_type: or('credit', 'debit', 'klarna', 'x', ...nothing),
  card: fc.oneof({ weight: 6, arbitrary: anyCard }, fc.constantFrom(null, undefined, 'x', [], {})),
  card_network: or(undefined, 'Visa', 'x', 1),
  wallet: or(undefined, { paypal: {} }, { apple_pay_decrypt: { dpan: visa } }, 'x', null),
  bank_transfer: or(undefined, { iban: 'GB33BUKB20201555555555', bic: 'X' }, {}, [], null),
  metadata: or({ order: '1' }, undefined, [], 'x', { a: 'x'.repeat(501) }, null),
  billing: or(undefined, { address: { country: 'GB' } }, { email: 'x' }, { address: { x: 1 } }),
  payment_method_data: or(undefined, { card: {} }, { wallet: {} }, 7),
});

/** The customers' items, and the cards in the vault. */
const state = async (wallet: Wallet) => ({
  items: wallet.port.items(),
  cards: wallet.cardsInVault().sort(),
});

describe('any request that a client sends', () => {
  it('any request about payment methods is saved whole, or refused with nothing written, and never an internal error', async () => {
    const wallet = await aWallet();
    await wallet.customer('cus_2');
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(anyRequest, async (body) => {
        const before = await state(wallet);
        const answer = await wallet.ask('create', { body });
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const after = await state(wallet);
        if (answer.status === 200) {
          const { payment_method_id: method_id, card } = answer.body;
          if (card) expect(after.cards).toContain(card.card_token);
          const shown = await wallet.good('retrieve', { params: { method_id } });
          expect(shown).toEqual(answer.body);
        } else {
          expect([400, 404, 422, 501]).toContain(answer.status);
          expect(answer.text).not.toContain(visa);
          expect(after).toEqual(before);
        }
        // Every card in the vault is some payment method's.
        const cards = wallet.port.items().flatMap((item) => {
          const { card } = Object(item);
          return card === undefined ? [] : [String(card.token)];
        });
        expect(after.cards).toEqual(cards.sort());
        expect(JSON.stringify([after.items, wallet.dependencies.logged])).not.toMatch(
          new RegExp(`${visa}|${mastercard}`),
        );
      }),
      { numRuns: 600 },
    );
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 422]));
    expect(statuses.get(200)).toBeGreaterThan(20);
  });
});
