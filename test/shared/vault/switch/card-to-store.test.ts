import { cardToStore } from '#vault/switch/card-to-store.ts';

const number = '4111111111111111';

describe('the record that the vault stores of a card', () => {
  it('has number and cvc in buffers, a two-digit month and a four-digit year', () => {
    const card = { number, cvc: '123', expiryMonth: '7', expiryYear: '31', holderName: 'Ada' };
    expect(cardToStore(card)).toEqual({
      number: Buffer.from(number),
      cvc: Buffer.from('123'),
      brand: 'visa',
      expiryMonth: '07',
      expiryYear: '2031',
      holderName: 'Ada',
    });
  });

  it('has no cvc and no holder where the card has none', () => {
    const stored = cardToStore({ number, expiryMonth: '12', expiryYear: '2031', holderName: null });
    expect(Object.keys(stored).sort()).toEqual(['brand', 'expiryMonth', 'expiryYear', 'number']);
  });

  it('leaves the month of a card without an expiry empty', () => {
    const stored = cardToStore({ number, expiryMonth: '', expiryYear: '' });
    expect(stored).toMatchObject({ expiryMonth: '', expiryYear: '' });
  });

  it('holds the very buffer that it was given, so that one overwrite erases the number', () => {
    const digits = Buffer.from(number);
    expect(cardToStore({ number: digits, expiryMonth: '1', expiryYear: '31' }).number).toBe(digits);
  });
});
