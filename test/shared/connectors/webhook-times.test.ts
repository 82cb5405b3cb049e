import { connectorNamed } from '#connectors/registry.ts';
import { connectorFacts } from '../../support/processors/all-connector-facts.ts';
import { it } from '../../support/runner/empty-tables.ts';

/** One moment as each processor writes it. */
const events = [...connectorFacts].flatMap(([name, { datedWebhook }]) =>
  datedWebhook === undefined ? [] : [[name, datedWebhook] as const],
);

it.each(events)('the event in a webhook of %s has the time in the webhook', (name, body) => {
  const happenedAt = connectorNamed(name)?.webhooks?.happenedAt;
  expect(happenedAt?.({ headers: {}, body })).toEqual(new Date('2023-11-14T21:13:20Z'));
});

it.each(events)('the event in a webhook of %s without a date is not dated', (name) => {
  const happenedAt = connectorNamed(name)?.webhooks?.happenedAt;
  for (const body of ['{}', '', 'a[b=1', '{"created":"x","created_on":"x"}']) {
    expect(() => happenedAt?.({ headers: {}, body })).toThrow();
  }
});
