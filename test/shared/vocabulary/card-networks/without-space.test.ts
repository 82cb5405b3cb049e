import * as v from 'valibot';
import { CardDetail, CardUpdate } from '#switch/payment-methods/instrument-variants.ts';
import { CardData, CardNumber } from '#switch/payments/payment-method-data/card.ts';
import { CardPayout } from '#switch/payouts/payout-method-variants.ts';
import { cardToStore, NewCard } from '#vault/cards/new-card.ts';

const spaces = [
  ...[' ', '\u00a0', '\u2007', '\u202f', '\u3000', '\u2009', '\t', '\n', '\r\n', '\u0085'],
  ...['\u2028', '\ufeff', '\u200b', '\u200e', '\u2060', '\u00ad'],
];

it.each(spaces)('a card number with %j between its groups is taken without it', (space) => {
  const typed = `${space}${Array(4).fill('4242').join(space)}${space}`;
  expect(v.parse(CardNumber, typed)).toBe('4242424242424242');
  const card = { card_number: typed, expiration_month: '10', expiration_year: '2031' };
  const { number } = cardToStore(v.parse(NewCard, card));
  expect(number.toString()).toBe('4242424242424242');
});

it.each(spaces)('an expiry and a cvc with %j around them are taken without it', (space) => {
  const card = {
    card_number: '4242424242424242',
    card_exp_month: `${space}10`,
    card_exp_year: `2031${space}`,
    card_cvc: `${space}314${space}`,
  };
  expect(v.parse(CardData, card)).toMatchObject({
    card_exp_month: '10',
    card_exp_year: '2031',
    card_cvc: '314',
  });
});

it.each(spaces)(
  'an expiry and a code of a saved card, a payout and the vault are taken without %j',
  (space) => {
    const card_number = '4242424242424242';
    const expiry = { card_exp_month: `${space}10`, card_exp_year: `2031${space}` };
    const clean = { card_exp_month: '10', card_exp_year: '2031' };
    const code = { card_cvc: `${space}314` };
    expect(v.parse(CardDetail, { card_number, ...expiry, ...code })).toMatchObject({
      ...clean,
      card_cvc: '314',
    });
    expect(v.parse(CardUpdate, expiry)).toMatchObject(clean);
    const payout = { card_number, expiry_month: `${space}10`, expiry_year: `31${space}` };
    expect(v.parse(CardPayout, payout)).toMatchObject({ expiry_month: '10', expiry_year: '31' });
    const stored = {
      card_number,
      expiration_month: `10${space}`,
      expiration_year: `${space}2031`,
      service_code: `${space}314`,
    };
    expect(v.parse(NewCard, stored)).toMatchObject({
      expiration_month: '10',
      expiration_year: '2031',
      service_code: '314',
    });
  },
);
