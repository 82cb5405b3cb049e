import { connectorNamed } from '#connectors/registry.ts';
import { connectorFacts } from '../../support/processors/all-connector-facts.ts';
import { anAccountAt } from '../../support/processors/an-exchange.ts';
import { it } from '../../support/runner/empty-tables.ts';

/** The webhooks that the facts give as the processor signs them. */
const signed = [...connectorFacts].flatMap(([name, { genuineWebhooks = [] }]) =>
  genuineWebhooks.map((webhook) => [webhook.event, name, webhook] as const),
);

const verified = (
  name: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { secret, at }: { readonly secret: string; readonly at: string },
) => {
  const account = { ...anAccountAt(name), webhookSecrets: [secret] };
  const { webhooks } = connectorNamed(name) ?? {};
  return webhooks?.verifySignature?.({ headers, body }, account, new Date(at)) ?? false;
};

it.each(signed)(
  'the webhook about %s that %s signed is believed, and says what it says',
  (_, name, webhook) => {
    const { headers, body, says } = webhook;
    expect(verified(name, headers, body, webhook)).toBe(true);
    expect(connectorNamed(name)?.webhooks?.parse({ headers, body })).toMatchObject(says);
  },
);

it.each(signed)('a webhook about %s that is forged is not believed: %s', (_, name, webhook) => {
  const { headers, body, secret, at } = webhook;
  expect(verified(name, headers, body, { secret: `${secret}0`, at })).toBe(false);
  expect(verified(name, {}, body, webhook)).toBe(false);
  for (const changed of [
    `${body} `,
    body.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
  ]) {
    expect([changed, verified(name, headers, changed, webhook)]).toEqual([changed, false]);
  }
});

it.each(signed)(
  'a webhook about %s that comes twice, or late, says the same: %s',
  (_, name, { headers, body, says }) => {
    const { webhooks } = connectorNamed(name) ?? {};
    const sent = { headers, body };
    const first = webhooks?.happenedAt?.(sent);
    expect(webhooks?.parse(sent)).toEqual(webhooks?.parse(sent));
    expect(webhooks?.parse(sent)).toMatchObject(says);
    // The time is the event's own, and not that of its arrival.
    expect(webhooks?.happenedAt?.(sent)).toEqual(first);
  },
);
