import { type Asked, supportBy } from '#connectors/abilities.ts';
import { aboutNamed, allAbouts, connectorSupport } from '#connectors/abouts.ts';
import type { MethodAbility } from '#connectors/interface/about.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { CardNetwork, typesOf } from '#vocabulary/payment-methods.ts';

const card: MethodAbility = {
  method: 'card',
  type: 'credit',
  captureMethods: ['automatic', 'manual'],
  refunds: true,
  mandates: false,
  threeDs: false,
  networks: ['Visa'],
  currencies: ['EUR'],
  countries: ['NL'],
};
const ideal: MethodAbility = {
  method: 'bank_redirect',
  type: 'ideal',
  variants: ['ideal'],
  captureMethods: ['automatic'],
  refunds: true,
  mandates: true,
};
const about = { methods: [card, ideal] };

describe('the requests to a connector', () => {
  it.each<[string, Asked, MethodAbility]>([
    ['a card of any type', { method: 'card', type: 'debit' }, card],
    ['a card of which nothing is known', { method: 'card' }, card],
    [
      'all that it has',
      {
        method: 'card',
        captureMethod: 'manual',
        currency: 'EUR',
        country: 'NL',
        network: 'Visa',
        threeDs: false,
        mandate: false,
      },
      card,
    ],
    [
      'what it states no limits for',
      {
        method: 'bank_redirect',
        type: 'ideal',
        shape: 'ideal',
        currency: 'JPY',
        country: 'JP',
        threeDs: true,
        mandate: true,
      },
      ideal,
    ],
  ])('a connector supports an operation: %s', (_, asked, ability) => {
    expect(supportBy(about, asked)).toEqual({ ability });
  });

  it.each<[object, Asked]>([
    [{ obstacle: 'method' }, { method: 'wallet', type: 'paypal' }],
    [{ obstacle: 'method' }, { method: 'bank_redirect', type: 'eps', currency: 'JPY' }],
    [{ obstacle: 'market' }, { method: 'card', currency: 'USD', captureMethod: 'manual_multiple' }],
    [{ obstacle: 'market' }, { method: 'card', country: 'DE' }],
    [{ obstacle: 'market' }, { method: 'card', network: 'Mastercard' }],
    [{ obstacle: 'shape' }, { method: 'card', shape: 'click_to_pay' }],
    [{ obstacle: 'shape' }, { method: 'bank_redirect', type: 'ideal', shape: '' }],
    [{ obstacle: 'captureMethod' }, { method: 'card', captureMethod: 'manual_multiple' }],
    [{ obstacle: 'threeDs' }, { method: 'card', threeDs: true, mandate: true }],
    [{ obstacle: 'proof' }, { method: 'card', proof: true, mandate: true }],
    [{ obstacle: 'mandate' }, { method: 'card', mandate: true }],
  ])('a connector meets %j in %j', (obstacle, asked) => {
    expect(supportBy(about, asked)).toEqual(obstacle);
  });

  it('the proof of an authentication elsewhere goes to connectors that take it, and to other methods than cards', () => {
    const taking = { ...about, externalThreeDs: true } as const;
    expect(supportBy(taking, { method: 'card', proof: true })).toEqual({ ability: card });
    const bank = { method: 'bank_redirect', type: 'ideal', proof: true } as const;
    expect(supportBy(about, bank)).toEqual({ ability: ideal });
  });

  it('an operation is not supported where no adapter exists', () => {
    expect(supportBy(undefined, { method: 'card' })).toEqual({ obstacle: 'method' });
  });
});

it('every ability has a name of the API, so that it can be found', () => {
  const unknown = allAbouts().flatMap(({ name, methods }) =>
    methods.flatMap(({ method, type, networks = [], currencies = [], countries = [] }) => [
      ...(typesOf[method].some((one) => one === type) ? [] : [`${name}: ${method} ${type}`]),
      ...unknownIn(CardNetwork.options, networks),
      ...unknownIn(Currency.options, currencies),
      ...unknownIn(Country.options, countries),
    ]),
  );
  expect(unknown).toEqual([]);
});

const unknownIn = (known: readonly string[], words: readonly string[]) =>
  words.filter((word) => !known.includes(word));

it('Stripe takes Afterpay of customers in Spain and France, in euros', () => {
  const ability = aboutNamed('stripe')?.methods.find(({ type }) => type === 'afterpay_clearpay');
  expect(ability?.countries).toEqual(expect.arrayContaining(['ES', 'FR']));
  expect(ability?.currencies).toContain('EUR');
});

it.each(['ideal', 'eps', 'bancontact_card', 'giropay', 'przelewy24'] as const)(
  "Stripe takes %s of a payer in any country, as no account's limit is stated",
  (type) => {
    const taken = Country.options.filter(
      (country) => connectorSupport('stripe', { method: 'bank_redirect', type, country }).ability,
    );
    expect(taken).toEqual(Country.options);
    const asked = { method: 'bank_redirect', type: 'ideal', country: 'DE' } as const;
    expect(connectorSupport('mollie', asked)).toEqual({ obstacle: 'market' });
  },
);
