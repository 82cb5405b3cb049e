import { connectorSupport } from '#connectors/abouts.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { aCharge } from '../../support/processors/a-charge.ts';
import {
  connectorFacts,
  factsOf,
  provenAbouts,
} from '../../support/processors/all-connector-facts.ts';
import { anAccountAt } from '../../support/processors/an-exchange.ts';
import { it } from '../../support/runner/empty-tables.ts';

const channels = ['mail_order', 'telephone_order', undefined] as const;
type Channel = (typeof channels)[number];

/** The body of a card's charge, of an order that came so. */
function bodyOf(name: string, channel: Channel): string {
  const order = { initiator: { by: 'customer' }, ...(channel && { channel }) } as const;
  const request = connectorNamed(name)?.authorize.request(
    aCharge(name, { order }),
    anAccountAt(name),
  );
  return decodeURIComponent(request?.body ?? '');
}

const marking = [...connectorFacts].flatMap(([name, { mailOrder }]) =>
  typeof mailOrder === 'object' ? [[name, mailOrder.mark] as const] : [],
);

it.each(marking)('%s gets an order by mail or telephone as one', (name, mark) => {
  expect(bodyOf(name, 'mail_order')).toContain(mark);
  expect(bodyOf(name, 'telephone_order')).toContain(mark);
  expect(bodyOf(name, undefined)).not.toContain(mark);
});

const without = [...connectorFacts].filter(([, { mailOrder }]) => !mailOrder);

it.each(without)(
  '%s, whose API has no mark for orders by mail or telephone, takes none',
  (name) => {
    const obstacleOf = (channel: Channel) => {
      const support = connectorSupport(name, { method: 'card', channel });
      return support.ability ? undefined : support.obstacle;
    };
    expect(channels.map(obstacleOf)).toEqual(['channel', 'channel', undefined]);
  },
);

const taking = provenAbouts
  .filter(({ addresses }) => addresses)
  .filter(({ methods }) =>
    methods.some((one) => one.method === 'card' && one.mailOrders !== false),
  );

it('every processor either marks an order by mail or telephone, or takes none', () => {
  for (const { name } of taking) expect([name, factsOf(name).mailOrder]).not.toContain(undefined);
});
