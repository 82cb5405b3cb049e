import valid from 'card-validator';
import fc from 'fast-check';
import { hasValidCheckDigit } from '#platform/card-numbers/check-digit.ts';

/** Sixteen digits that begin as a Visa card, whose length and Luhn check decide alone. */
const visaNumbers = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 15, maxLength: 15 })
  .map((digits) => `4${digits.join('')}`);

it('the check digit of a card number is right for exactly the numbers that card-validator takes', () => {
  fc.assert(
    fc.property(visaNumbers, (number) => {
      for (let last = 0; last <= 9; last++) {
        const ended = `${number.slice(0, -1)}${last}`;
        expect([ended, hasValidCheckDigit(ended)]).toEqual([ended, valid.number(ended).isValid]);
      }
    }),
  );
});

it.each([
  ['4242424242424242', true],
  ['4242424242424241', false],
  ['79927398713', true],
  ['4242 4242 4242 4242', false],
  ['424242424242424x', false],
  ['', true],
])('the check digit of "%s" is right: %s', (number, isRight) => {
  expect(hasValidCheckDigit(number)).toBe(isRight);
});
