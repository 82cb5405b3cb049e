import { cardToStore } from '#vault/switch/card-to-store.ts';

const number = '4111111111111111';

describe('the record that the vault stores of a card', () => {
  it("a stored card's record has number and cvc in buffers, a two-digit month and a four-digit year", () => {
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

  it("a stored card's record has no cvc and no holder when the card has none", () => {
    const stored = cardToStore({ number, expiryMonth: '12', expiryYear: '2031', holderName: null });
    expect(Object.keys(stored).sort()).toEqual(['brand', 'expiryMonth', 'expiryYear', 'number']);
  });

  it("a stored card's record leaves the month of a card without an expiry empty", () => {
    const stored = cardToStore({ number, expiryMonth: '', expiryYear: '' });
    expect(stored).toMatchObject({ expiryMonth: '', expiryYear: '' });
  });

  it("a stored card's record contains the given buffer itself, so that one overwrite erases the number", () => {
    const digits = Buffer.from(number);
    expect(cardToStore({ number: digits, expiryMonth: '1', expiryYear: '31' }).number).toBe(digits);
  });
});
