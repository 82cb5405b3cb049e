import type { WebhookSettings } from '#merchants/webhook-settings/webhook-settings.ts';
import { type EventType, eventTypesOf } from '#vocabulary/event-types.ts';
import { isWanted } from '#webhooks/events/event.ts';
import { eventTypeDescriptions } from '#webhooks/events/event-type-descriptions.ts';

/** The type of the event of a test, which is about nothing and belongs to no class. */
const testType = 'webhook_test';

/** Members of objects that the page does not show, by the reason. */
const hidden = {
  secret: ['client_secret', 'sdk_authorization'],
  detail: [
    'attempt_id',
    'authentication_type',
    'auto_fulfill',
    'card',
    'card_discovery',
    'connector_dispute_id',
    'connector_label',
    'connector_reason_code',
    'connector_refund_id',
    'connector_transaction_id',
    'connector_updated_at',
    'customer',
    'entity_type',
    'error_details',
    'expires_on',
    'merchant_connector_id',
    'modified_at',
    'net_amount',
    'network_transaction_id',
    'payment_method_data',
    'payout_method_data',
    'recurring',
    'reference_id',
    'unified_code',
    'unified_message',
  ],
} as const;

/**
 * Every type of event with when it is sent and a payload, for merchants. Markdown.
 *
 * @param bodies the body of one webhook of each type that is sent, as the switch made it
 * @throws where a type is sent and there is no body of it, or the other way round
 */
export function webhookEventsDocument(bodies: ReadonlyMap<string, string>): string {
  const known = new Set<string>([...sentTypes, testType]);
  const unlike = [...bodies.keys(), ...known].filter((one) => !bodies.has(one) || !known.has(one));
  if (unlike.length > 0) throw new Error(`Sent, or described as sent, alone: ${unlike.join(', ')}`);
  const payload = payloads(bodies);
  return `${[
    ...introduction,
    ...table(),
    ...neverSent(),
    ...shortening,
    ...Object.entries(eventTypesOf)
      .filter(([, types]) => types.some(isSent))
      .flatMap(([name, types]) => [
        `## ${titles[name] ?? name}`,
        ...types
          .filter(isSent)
          .flatMap((type) => [`### \`${type}\``, sentWhen(type), payload(type)]),
      ]),
    '## Tests',
    `### \`${testType}\``,
    '`POST /webhook_endpoints/{merchant_id}/{endpoint_id}/test` sends it. It is signed like any other event, sent once, and on no list of events.',
    payload(testType),
  ].join('\n\n')}\n`;
}

const titles: Readonly<Record<string, string>> = {
  payments: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
  mandates: 'Mandates',
  payouts: 'Payouts',
  webhook_endpoints: 'Webhook endpoints',
};

const introduction = [
  '# Webhook events',
  'This page is written by `npm run generate`, from bodies that the switch made; a test holds that it is current. [Receiving webhooks](webhooks.md) has headers, signatures, retries and order.',
];

function table(): readonly string[] {
  const rows = sentTypes.map((type) => {
    const settings = switches.filter((one) => isSentBy(type, one) !== isSentBy(type, {}));
    const names = codes(settings.flatMap((one) => Object.keys(one)));
    return `| [\`${type}\`](#${type}) | ${isSentBy(type, {}) ? 'yes' : 'no'} | ${names} |`;
  });
  return [
    '## Which events are sent',
    'A `webhook_url` gets the types that are sent by default. Settings in `webhook_details` of the profile, or else of the merchant account, change that:',
    ['| Event | By default | Settings |', '|---|---|---|', ...rows].join('\n'),
    [
      '- `payment_created_enabled` is off unless it is `true`; `payment_succeeded_enabled` and `payment_failed_enabled` are on unless they are `false`.',
      '- A list of statuses names all statuses whose events are sent. `null` and an empty list stand for all. Those of refunds are `success` and `failure`.',
      '- An [endpoint](webhooks.md#more-than-one-endpoint) with `event_types` gets exactly those types, whatever `webhook_details` says. An endpoint without them gets what is sent by default.',
    ].join('\n'),
  ];
}

/** The settings that change which events are sent, as they differ from the default. */
const switches: readonly WebhookSettings[] = [
  { payment_created_enabled: true },
  { payment_succeeded_enabled: false },
  { payment_failed_enabled: false },
  { payment_statuses_enabled: ['another status'] },
  { refund_statuses_enabled: ['another status'] },
  { payout_statuses_enabled: ['another status'] },
];

const isSentBy = (type: EventType, settings: WebhookSettings) =>
  isWanted({ type, status: 'its status', at: '', version: 1 }, settings);

function isSent(type: EventType): boolean {
  return 'sentWhen' in eventTypeDescriptions[type];
}

function sentWhen(type: EventType): string {
  const described = eventTypeDescriptions[type];
  return 'sentWhen' in described ? described.sentWhen : described.neverSent;
}

const allTypes = Object.values(eventTypesOf).flat();
const sentTypes = allTypes.filter(isSent);

function neverSent(): readonly string[] {
  const types = allTypes.filter((type) => !isSent(type));
  return [
    'Clients of Hyperswitch know these types too. Filters take them, and the switch never sends them:',
    types.map((type) => `- \`${type}\`: ${sentWhen(type)}`).join('\n'),
  ];
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const shortening = [
  '## How payloads are shortened',
  '`content.object` is what the API answers for the object at that moment, with all members. The payloads on this page leave out members that are `null`, secrets and details:',
  [
    `- Secrets of the customer's browser: ${codes(hidden.secret)}. Real webhooks have them, so log no bodies.`,
    `- Details: ${codes(hidden.detail)}.`,
    '- Letters and digits of identifiers that the switch made: here they are counted, as in `pro_00000000000000000001`, and so are the marks of accounts, as in `pay_1_1.00000001`.',
  ].join('\n'),
  'A whole payload of each class is in [openapi.json](openapi.json), below `webhooks`.',
];

/** Gives the payload of a type as it is shown. */
function payloads(bodies: ReadonlyMap<string, string>) {
  const seen = new Map<string, number>();
  const counted = (prefix: string, random: string) => {
    const name = `${prefix}${random}`;
    const number =
      seen.get(name) ?? [...seen.keys()].filter((one) => one.startsWith(prefix)).length + 1;
    seen.set(name, number);
    return `${prefix}${String(number).padStart(random.length, '0')}`;
  };
  return (type: string): string => {
    const text = laidOut(shortened(JSON.parse(bodies.get(type) ?? '')))
      .replaceAll(/\b(evt_[\da-f]{12}7)([\da-f]{19})\b/g, (_, prefix, random) =>
        counted(prefix, random),
      )
      .replaceAll(/\b([a-z]+_|page_token=)([\dA-Za-z_-]{20,22})(?=")/g, (_, prefix, random) =>
        /[A-Z]/.test(random) ? counted(prefix, random) : `${prefix}${random}`,
      )
      .replaceAll(/(?<=_\d+)\.([\dA-Za-z]{8})(?=")/g, (_, mark) => counted('.', mark));
    return `\`\`\`json\n${text}\n\`\`\``;
  };
}

const leftOut: ReadonlySet<string> = new Set(Object.values(hidden).flat());

function shortened(value: unknown, isObject = false): unknown {
  if (Array.isArray(value)) return value.map((one) => shortened(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => one !== null && !(isObject && leftOut.has(name)))
      .map(([name, one]) => [name, shortened(one, name === 'object')]),
  );
}

const width = 100;

/** JSON with short objects and lists on one line. */
function laidOut(value: unknown, indent = '', before = 0): string {
  const flat = JSON.stringify(value, null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll('[ ', '[')
    .replaceAll(' ]', ']');
  if (typeof value !== 'object' || value === null) return flat;
  if (indent !== '' && indent.length + before + flat.length < width) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((one) => `${inner}${laidOut(one, inner)}`)
    : Object.entries(value).map(([name, one]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${inner}${key}${laidOut(one, inner, key.length)}`;
      });
  const all = `\n${lines.join(',\n')}\n${indent}`;
  return Array.isArray(value) ? `[${all}]` : `{${all}}`;
}
