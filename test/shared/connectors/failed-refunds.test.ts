import { connectorNamed } from '#connectors/registry.ts';
import { connectorFacts } from '../../support/processors/all-connector-facts.ts';
import { it } from '../../support/runner/empty-tables.ts';

/** The name of each event by which a processor reports a failed refund. */
const events = [...connectorFacts].flatMap(([processor, { failedRefunds = [] }]) =>
  failedRefunds.map(([event, body]) => [event, processor, body] as const),
);

it.each(events)('the event %s of %s says that a refund failed', (_, processor, body) => {
  const said = connectorNamed(processor)?.webhooks?.parse({ headers: {}, body });
  expect(said).toMatchObject([{ kind: 'refund', outcome: { result: 'declined' } }]);
});
