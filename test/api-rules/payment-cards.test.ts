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
    '02 6.3',
    'a code of two digits',
    payment(card({ card_cvc: '12' })),
    precondition('Invalid card_cvc length'),
  ],
  ['02 6.3', 'a code of three digits', payment(card({ card_cvc: '000' })), accepted()],
  ['02 6.3', 'a code of four digits', payment(card({ card_cvc: '1234' })), accepted()],
  [
    '02 6.3',
    'a code of five digits',
    payment(card({ card_cvc: '12345' })),
    precondition('Invalid card_cvc length'),
  ],
  ['02 6.3', 'a code of letters', payment(card({ card_cvc: 'abc' })), invalidValue('card_cvc')],
  [
    '02 6.3',
    'month 13',
    payment(card({ card_exp_month: '13' })),
    precondition('Invalid Expiry Month'),
  ],
  [
    '02 6.3',
    'a month of letters',
    payment(card({ card_exp_month: 'ab' })),
    invalidValue('card_exp_month'),
  ],
  [
    '02 6.3',
    'a month of three digits',
    payment(card({ card_exp_month: '012' })),
    invalidValue('card_exp_month'),
  ],
  [
    '02 6.3',
    'a year of five digits',
    payment(card({ card_exp_year: '12345' })),
    invalidValue('card_exp_year'),
  ],
  ['02 6.3', 'a year far off', payment(card({ card_exp_year: '9999' })), accepted()],
  [
    '02 6.3',
    'a year of letters',
    payment(card({ card_exp_year: 'ab' })),
    invalidValue('card_exp_year'),
  ],
  [
    '02 6.3',
    'last year',
    payment(card({ card_exp_year: '30' })),
    precondition('Invalid Expiry Year'),
  ],
  [
    '02 6.3',
    'last month',
    payment(card({ card_exp_month: '5', card_exp_year: '31' })),
    precondition('Card Expired'),
  ],
  ['02 6.3', 'this month', payment(card({ card_exp_month: '6', card_exp_year: '31' })), accepted()],
  [
    '02 4.5',
    'a name that is longer than processors take',
    payment({ ...card({ card_holder_name: letters(300) }), confirm: true }),
    accepted({ status: 'succeeded' }),
  ],
  [
    '01 2.3',
    'seven digits',
    payment(card({ card_number: '4242424' })),
    malformed('card number length'),
  ],
  [
    '01 2.3',
    'twenty digits',
    payment(card({ card_number: '42424242424242424242' })),
    malformed('invalid card number length'),
  ],
  [
    '01 2.3',
    'a check digit that is wrong',
    payment(card({ card_number: '4242424242424241' })),
    malformed('card number invalid'),
  ],
  [
    '01 2.3',
    'letters in a number',
    payment(card({ card_number: '4242x242x242x242' })),
    malformed('invalid character found in card number'),
  ],
  ...words('4000100511112003 6000100611111203 3000100811111072 9000100111111111').map(
    (card_number): Rule => [
      '01 6.8',
      `the test number that ends in ${card_number.slice(-4)}`,
      payment(card({ card_number })),
      accepted({ payment_method_data: { card: { last4: card_number.slice(-4) } } }),
    ],
  ),
];

describe('the card of a payment', () => {
  describeRules(cards, { clock: midYear() });
});
