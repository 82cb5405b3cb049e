/** Hints about fields by name, for an error in any words or in certain ones. */
const hints: readonly (readonly [field: string, error: RegExp, hint: string])[] = [
  ['card_number', /accepted/, 'Ask for a card of another type: the form does not take this one.'],
  ['card_number', /invalid/, 'Send all digits of the card number as they are on the card.'],
  ['card_type', /./, 'Leave out `card_type`: it follows from the card number.'],
  [
    'cardholder_name',
    /held/,
    'Leave the drop-in for the name out of the message: the card was stored without a name.',
  ],
  [
    'cardholder_name',
    /number|character/,
    'Send the name as it is on the card: 1 to 255 characters, without a card number.',
  ],
  [
    'service_code',
    /invalid/,
    'Send the code as it is on the card: three digits, or four of American Express.',
  ],
  ['expiration_month', /past/, 'Send the month and the year of a card that has not expired.'],
  ['expiration_month', /invalid/, 'Send the month in two digits, from `01` to `12`.'],
  ['expiration_year', /past/, 'Send the year in four digits, of a card that has not expired.'],
  ['expiration_year', /invalid/, 'Send the year in four digits.'],
  ['card_token', /only for/, 'Leave out `card_token` with the scope `card`.'],
  [
    'card_token',
    /./,
    'Send the `card_token` from the answer that stored the card, and a key of the same tenant.',
  ],
  [
    'origin',
    /./,
    'Send scheme, host and port of the page in small letters, without a path: `https://shop.example`.',
  ],
  ['expires_in', /longer/, 'Leave out `expires_in`: a token gets the longest time of its scope.'],
  ['session_token', /long/, 'Send the `session_token` from the answer to its creation.'],
  ['pagination[limit]', /./, 'Send a whole number from 1 to 100.'],
  [
    'pagination[after]',
    /./,
    'Send `meta.next` of the page before, or leave it out for the first page.',
  ],
  ['idempotency-key', /./, 'Send a random identifier of 1 to 255 characters, such as a UUID.'],
  ['only', /excludes/, 'Send only one of `only` and `except`.'],
  ['only', /unknown/, 'Send card types with commas between them, such as `visa,mastercard`.'],
  ['except', /unknown/, 'Send card types with commas between them, such as `visa,mastercard`.'],
  ['url', /https/, 'Send a URL that begins with `https://`.'],
  [
    'url',
    /drop-ins/,
    'Put drop-ins into the headers or the body of the message, not into the URL.',
  ],
  ['url', /./, 'Send a whole URL without a user name, with its special characters escaped.'],
  ['profile', /not known/, 'Send the `name` of a profile that the list of profiles has.'],
  ['name', /taken/, 'Send another `name`, or replace the existing profile.'],
  ['tokenization_profile', /too many/, 'Delete a profile that is not used any more.'],
  ['destination', /too many/, 'Delete a destination that is not used any more.'],
  ['host', /./, 'Send a public host without scheme, port and path, such as `gateway.example`.'],
  ['scheme', /./, 'Leave out `scheme`: destinations are called with HTTPS.'],
  [
    'path_prefix',
    /./,
    'Send a path that begins with `/`, without a query, escapes and long numbers.',
  ],
  ['transformation', /./, 'Send `substring:START,LENGTH`, `pad:LENGTH`, `digits` or `trim`.'],
];

/** A sentence on the right value of a field; undefined where the error itself has it. */
export const fieldHint = (field: string, error: string): string | undefined =>
  hints.find(([name, errors]) => name === field && errors.test(error))?.[2];
