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
  type Rule,
  words,
} from './rule.ts';

const cards: Rule[] = [
  [
    'POST /payments',
    'a code of two digits',
    payment(card({ card_cvc: '12' })),
    precondition('Invalid card_cvc length'),
  ],
  ['POST /payments', 'a code of three digits', payment(card({ card_cvc: '000' })), accepted()],
  ['POST /payments', 'a code of four digits', payment(card({ card_cvc: '1234' })), accepted()],
  [
    'POST /payments',
    'a code of five digits',
    payment(card({ card_cvc: '12345' })),
    precondition('Invalid card_cvc length'),
  ],
  [
    'POST /payments',
    'a code of letters',
    payment(card({ card_cvc: 'abc' })),
    invalidValue('card_cvc'),
  ],
  [
    'POST /payments',
    'month 13',
    payment(card({ card_exp_month: '13' })),
    precondition('Invalid Expiry Month'),
  ],
  [
    'POST /payments',
    'a month of letters',
    payment(card({ card_exp_month: 'ab' })),
    invalidValue('card_exp_month'),
  ],
  [
    'POST /payments',
    'a month of three digits',
    payment(card({ card_exp_month: '012' })),
    invalidValue('card_exp_month'),
  ],
  [
    'POST /payments',
    'a year of five digits',
    payment(card({ card_exp_year: '12345' })),
    invalidValue('card_exp_year'),
  ],
  ['POST /payments', 'a year far off', payment(card({ card_exp_year: '9999' })), accepted()],
  [
    'POST /payments',
    'a year of letters',
    payment(card({ card_exp_year: 'ab' })),
    invalidValue('card_exp_year'),
  ],
  [
    'POST /payments',
    'last year',
    payment(card({ card_exp_year: '30' })),
    precondition('Invalid Expiry Year'),
  ],
  [
    'POST /payments',
    'last month',
    payment(card({ card_exp_month: '5', card_exp_year: '31' })),
    precondition('Card Expired'),
  ],
  [
    'POST /payments',
    'this month',
    payment(card({ card_exp_month: '6', card_exp_year: '31' })),
    accepted(),
  ],
  [
    'POST /payments',
    'a name that is longer than processors take',
    payment({ ...card({ card_holder_name: letters(300) }), confirm: true }),
    accepted({ status: 'succeeded' }),
  ],
  [
    'POST /payments',
    'seven digits',
    payment(card({ card_number: '4242424' })),
    malformed('card number length'),
  ],
  [
    'POST /payments',
    'twenty digits',
    payment(card({ card_number: '42424242424242424242' })),
    malformed('invalid card number length'),
  ],
  [
    'POST /payments',
    'a check digit that is wrong',
    payment(card({ card_number: '4242424242424241' })),
    malformed('card number invalid'),
  ],
  [
    'POST /payments',
    'letters in a number',
    payment(card({ card_number: '4242x242x242x242' })),
    malformed('invalid character found in card number'),
  ],
  ...words('4000100511112003 6000100611111203 3000100811111072 9000100111111111').map(
    (card_number): Rule => [
      'POST /payments',
      `the test number that ends in ${card_number.slice(-4)}`,
      payment(card({ card_number })),
      accepted({ payment_method_data: { card: { last4: card_number.slice(-4) } } }),
    ],
  ),
];

describe('the card of a payment', () => {
  describeRules(cards, { clock: midYear() });
});
