import { connectorNamed } from '#connectors/registry.ts';
import { connectorFacts } from '../../support/processors/all-connector-facts.ts';
import { it } from '../../support/runner/empty-tables.ts';

/**
 * Genuine webhooks of an account that serves other systems too: their objects have no reference of
 * ours, and lack members of ours. None may be refused, because the processor would repeat it.
 */
const cases = [...connectorFacts].flatMap(([name, { foreignWebhooks }]) =>
  foreignWebhooks.map(([event, body]) => [name, event, body] as const),
);

it.each(cases)(
  'a webhook of %s about %s is about nothing of ours, and readable',
  (name, _, body) => {
    const { webhooks } = connectorNamed(name) ?? {};
    expect(webhooks?.parse({ headers: {}, body })).toEqual([{ kind: 'nothing' }]);
  },
);

it('a refund of Stripe without a status decides nothing', () => {
  const { webhooks } = connectorNamed('stripe') ?? {};
  const refund = { id: 're_1', object: 'refund', status: null, amount: 5, currency: 'usd' };
  const body = JSON.stringify({ type: 'refund.updated', data: { object: refund } });
  expect(webhooks?.parse({ headers: {}, body })).toMatchObject([
    { kind: 'refund', outcome: { result: 'unknown' } },
  ]);
});
