import * as v from 'valibot';
import { UndeliveredEventsResponse } from '#webhooks/events/operations.ts';
import { callSwitch, type Output, UsageError } from '../command-line/command.ts';
import { inLine } from '../command-line/printable.ts';

const Attempt = v.object({ is_delivery_successful: v.boolean() });
const Refusal = v.object({ error: v.object({ message: v.string() }) });

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
export async function redriveEvents({
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
  const line = inLine(`${eventId}  ${eventType}  ${objectId}  ${state} ${gaveUp}`);
  if (result === 'listed') return line;
  return `${result === 'delivered' ? 'delivered' : 'NOT TAKEN'}  ${line}`;
}

export async function requestSwitch(
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
