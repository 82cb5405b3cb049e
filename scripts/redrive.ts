import * as v from 'valibot';
import { UndeliveredEventsResponse } from '#webhooks/events/operations.ts';
import {
  callSwitch,
  type Output,
  operatorKey,
  turnoutCommand,
  UsageError,
} from './command-line/command.ts';

const help = `Sends again those events of a merchant that none of 17 attempts delivered, the oldest first.
Events that wait for their next attempt are not among them: POST /events/MERCHANT_ID/retry of the API
sends these too.

  npx turnout redrive --url URL --merchant MERCHANT_ID [--list] [--rate 10]

  --url URL        where the switch is, such as http://127.0.0.1:3000
  --merchant ID    the merchant account whose events are sent
  --list           shows them and sends nothing
  --rate N         how many are sent a second at most; 10 without it
  --help           shows this

Environment:
  ADMIN_API_KEY    the operator's key

Ends with 1 when the merchant's server did not take an event. It stays on the list, and you may send
it again.
`;

const Attempt = v.object({ is_delivery_successful: v.boolean() });
const Refusal = v.object({ error: v.object({ message: v.string() }) });

await turnoutCommand(
  {
    name: 'npx turnout redrive',
    help,
    options: { url: 'value', merchant: 'value', list: 'flag', rate: 'value' },
  },
  async (given, { progress }) => {
    given.required('url', 'where the switch is, such as http://127.0.0.1:3000');
    const url = given.url('url')?.href.replace(/\/+$/, '') ?? '';
    const merchant = given.required('merchant', 'the merchant account whose events are sent');
    const rate = given.wholeNumber('rate', { least: 1, most: 1_000 }) ?? 10;
    if (given.has('list') && given.has('rate')) {
      throw new UsageError('--list and --rate exclude each other: what is only shown is not sent.');
    }
    const id = encodeURIComponent(merchant);
    const [path, apiKey] = [`${url}/events/${id}`, operatorKey()];
    // The list of a merchant that does not exist is empty, as that of one without trouble.
    await requestSwitch('GET', `${url}/accounts/${id}`, apiKey);
    const listOnly = given.has('list');
    const events = await redrive({ path, apiKey, rate, listOnly, progress });
    const count = (wanted: RedrivenEvent['result']) =>
      events.filter(({ result }) => result === wanted).length;
    const [delivered, notTaken] = [count('delivered'), count('not_taken')];
    return {
      value: { delivered, notTaken, events },
      text: listOnly ? '' : `${delivered} delivered, ${notTaken} not taken.`,
      code: notTaken > 0 ? 1 : 0,
    };
  },
);

interface RedriveOptions {
  /** The base URL of the merchant's events. */
  readonly path: string;
  readonly apiKey: string;
  /** The most events sent in a second. */
  readonly rate: number;
  readonly listOnly: boolean;
  readonly progress: Output['progress'];
}

interface RedrivenEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly objectId: string;
  readonly state: string;
  /** Why attempts ended. */
  readonly gaveUp: string;
  readonly result: 'listed' | 'delivered' | 'not_taken';
}

/**
 * Sends every event once. An event that fails stays on the list, and the next page begins after it.
 */
async function redrive({
  path,
  apiKey,
  rate,
  listOnly,
  progress,
}: RedriveOptions): Promise<readonly RedrivenEvent[]> {
  const found: RedrivenEvent[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const query = new URLSearchParams({ limit: '100', ...(after && { after }) });
    const page = v.parse(
      UndeliveredEventsResponse,
      await requestSwitch('GET', `${path}/undelivered?${query}`, apiKey),
    );
    for (const { event_id, event_type, object_id, gave_up, state } of page.events) {
      const event: RedrivenEvent = {
        eventId: event_id,
        eventType: event_type,
        objectId: object_id,
        state,
        gaveUp: gave_up,
        result: listOnly ? 'listed' : await sendAgain(`${path}/${event_id}/retry`, apiKey, rate),
      };
      found.push(event);
      progress(lineOf(event));
    }
    after = page.after;
  }
  return found;
}

async function sendAgain(
  url: string,
  apiKey: string,
  rate: number,
): Promise<'delivered' | 'not_taken'> {
  const [attempt] = await Promise.all([
    requestSwitch('POST', url, apiKey),
    new Promise((resolve) => setTimeout(resolve, 1_000 / rate)),
  ]);
  return v.parse(Attempt, attempt).is_delivery_successful ? 'delivered' : 'not_taken';
}

function lineOf({ eventId, eventType, objectId, state, gaveUp, result }: RedrivenEvent): string {
  const line = `${eventId}  ${eventType}  ${objectId}  ${state} ${gaveUp}`;
  if (result === 'listed') return line;
  return `${result === 'delivered' ? 'delivered' : 'NOT TAKEN'}  ${line}`;
}

async function requestSwitch(
  method: 'GET' | 'POST',
  url: string,
  apiKey: string,
): Promise<unknown> {
  const response = await callSwitch(new URL(url), { method, headers: { 'api-key': apiKey } });
  if (response.ok) return response.json();
  const refusal = v.safeParse(Refusal, await response.json().catch(() => undefined));
  const why = refusal.success ? refusal.output.error.message : 'no reason given';
  throw new UsageError(`${method} ${new URL(url).pathname}: ${response.status}, ${why}`);
}
