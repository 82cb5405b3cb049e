import { aboutNamed, allAbouts, connectorSupport } from '#connectors/abouts.ts';
import type { ExchangeAccount } from '#connectors/interface/exchange.ts';
import type { Authorization } from '#connectors/interface/payments.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { exampleCredentials } from '../../support/example-credentials.ts';

const channels = ['mail_order', 'telephone_order', undefined] as const;
type Channel = (typeof channels)[number];

/** The body of a card's charge, of an order that came so. */
function bodyOf(connectorName: string, channel: Channel): string {
  const input: Authorization = {
    reference: 'pay_1_1',
    connectorName,
    amountMinor: 500,
    currency: 'USD',
    captureMethod: 'automatic',
    returnUrl: 'https://switch.example/return',
    order: { initiator: { by: 'customer' }, ...(channel && { channel }) },
    source: {
      kind: 'card',
      card: { number: '4242424242424242', expiryMonth: '10', expiryYear: '2035', cvc: '737' },
    },
  };
  const [authType] = aboutNamed(connectorName)?.credentials ?? [];
  if (!authType) throw new Error('It has no credentials.');
  const account: ExchangeAccount = {
    connectorName,
    credentials: exampleCredentials(authType),
    metadata: { merchant_name: 'Shop' },
    urls: { api: 'https://processor.example/' },
  };
  const { authorize } = connectorNamed(connectorName) ?? {};
  return decodeURIComponent(authorize?.request(input, account).body ?? '');
}

/** The mark of an order by mail or telephone, in the words of each processor. */
const marks: Readonly<Record<string, string>> = {
  adyen: '"shopperInteraction":"Moto"',
  authorizedotnet: '"retail":{"marketType":"1"}',
  checkout: '"payment_type":"MOTO"',
  cybersource: '"commerceIndicator":"moto"',
  nmi: 'industry=moto',
  stripe: 'payment_method_options[card][moto]=true',
  worldpay: '"channel":"moto"',
};

it.each(Object.entries(marks))('%s gets an order by mail or telephone as one', (name, mark) => {
  expect(bodyOf(name, 'mail_order')).toContain(mark);
  expect(bodyOf(name, 'telephone_order')).toContain(mark);
  expect(bodyOf(name, undefined)).not.toContain(mark);
});

it.each(['mollie', 'paypal', 'shift4'])(
  '%s, whose API has no mark for orders by mail or telephone, takes none',
  (name) => {
    const obstacleOf = (channel: Channel) => {
      const support = connectorSupport(name, { method: 'card', channel });
      return support.ability ? undefined : support.obstacle;
    };
    expect(channels.map(obstacleOf)).toEqual(['channel', 'channel', undefined]);
  },
);

it('every processor either marks an order by mail or telephone, or takes none', () => {
  // Braintree marks the charge of the card that it was given in the step before.
  const marking = [...Object.keys(marks), 'braintree'];
  const others = allAbouts()
    .filter(({ name, addresses }) => addresses && !marking.includes(name))
    .filter(({ methods }) =>
      methods.some((one) => one.method === 'card' && one.mailOrders !== false),
    )
    .map(({ name }) => name);
  expect(others).toEqual([]);
});
