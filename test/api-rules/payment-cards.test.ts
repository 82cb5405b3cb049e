import {
  accepted,
  card,
  describeRules,
  invalidValue,
  letters,
  malformed,
  midYear,
  payment,
  precondition,
  type RouteRule,
  type Rule,
  rulesOf,
  words,
} from './rule.ts';

const cards: Rule[] = rulesOf('POST /payments', [
  [
    'card_cvc of two digits',
    payment(card({ card_cvc: '12' })),
    precondition('Invalid card_cvc length'),
  ],
  ['card_cvc of three digits', payment(card({ card_cvc: '000' })), accepted()],
  ['card_cvc of four digits', payment(card({ card_cvc: '1234' })), accepted()],
  [
    'card_cvc of five digits',
    payment(card({ card_cvc: '12345' })),
    precondition('Invalid card_cvc length'),
  ],
  ['card_cvc of letters', payment(card({ card_cvc: 'abc' })), invalidValue('card_cvc')],
  [
    'card_exp_month 13',
    payment(card({ card_exp_month: '13' })),
    precondition('Invalid Expiry Month'),
  ],
  [
    'card_exp_month of letters',
    payment(card({ card_exp_month: 'ab' })),
    invalidValue('card_exp_month'),
  ],
  [
    'card_exp_month of three digits',
    payment(card({ card_exp_month: '012' })),
    invalidValue('card_exp_month'),
  ],
  [
    'card_exp_year of five digits',
    payment(card({ card_exp_year: '12345' })),
    invalidValue('card_exp_year'),
  ],
  ['card_exp_year 9999', payment(card({ card_exp_year: '9999' })), accepted()],
  [
    'card_exp_year of letters',
    payment(card({ card_exp_year: 'ab' })),
    invalidValue('card_exp_year'),
  ],
  [
    'a card that expired last year',
    payment(card({ card_exp_year: '30' })),
    precondition('Invalid Expiry Year'),
  ],
  [
    'a card that expired last month',
    payment(card({ card_exp_month: '5', card_exp_year: '31' })),
    precondition('Card Expired'),
  ],
  [
    'a card that expires this month',
    payment(card({ card_exp_month: '6', card_exp_year: '31' })),
    accepted(),
  ],
  [
    'card_holder_name of 300 characters',
    payment({ ...card({ card_holder_name: letters(300) }), confirm: true }),
    accepted({ status: 'succeeded' }),
  ],
  [
    'card_number of seven digits',
    payment(card({ card_number: '4242424' })),
    malformed('card number length'),
  ],
  [
    'card_number of twenty digits',
    payment(card({ card_number: '42424242424242424242' })),
    malformed('invalid card number length'),
  ],
  [
    'card_number with a wrong check digit',
    payment(card({ card_number: '4242424242424241' })),
    malformed('card number invalid'),
  ],
  [
    'card_number with letters',
    payment(card({ card_number: '4242x242x242x242' })),
    malformed('invalid character found in card number'),
  ],
  ...words('4000100511112003 6000100611111203 3000100811111072 9000100111111111').map(
    (card_number): RouteRule => [
      `the published test card that ends in ${card_number.slice(-4)}`,
      payment(card({ card_number })),
      accepted({ payment_method_data: { card: { last4: card_number.slice(-4) } } }),
    ],
  ),
]);

describe('the card of a payment', () => {
  describeRules(cards, { clock: midYear() });
});
