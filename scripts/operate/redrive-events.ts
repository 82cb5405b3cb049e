import type { Turnout } from '#turnout/node';
import type { Output } from '../command-line/command.ts';
import { inLine } from '../command-line/printable.ts';

interface RedriveOptions {
  readonly turnout: Turnout;
  readonly merchantId: string;
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

/** Sends every event once. An event that fails stays on the list. */
export async function redriveEvents({
  turnout,
  merchantId,
  rate,
  listOnly,
  progress,
}: RedriveOptions): Promise<readonly RedrivenEvent[]> {
  const found: RedrivenEvent[] = [];
  const sendAgain = async (eventId: string) => {
    const [attempt] = await Promise.all([
      turnout.events.retry(merchantId, eventId),
      new Promise((resolve) => setTimeout(resolve, 1_000 / rate)),
    ]);
    return attempt.is_delivery_successful ? 'delivered' : 'not_taken';
  };
  for await (const undelivered of turnout.events.undelivered(merchantId, { limit: 100 })) {
    const { event_id, event_type, object_id, gave_up, state } = undelivered;
    const event: RedrivenEvent = {
      eventId: event_id,
      eventType: event_type,
      objectId: object_id,
      state,
      gaveUp: gave_up,
      result: listOnly ? 'listed' : await sendAgain(event_id),
    };
    found.push(event);
    progress(lineOf(event));
  }
  return found;
}

function lineOf({ eventId, eventType, objectId, state, gaveUp, result }: RedrivenEvent): string {
  const line = inLine(`${eventId}  ${eventType}  ${objectId}  ${state} ${gaveUp}`);
  if (result === 'listed') return line;
  return `${result === 'delivered' ? 'delivered' : 'NOT TAKEN'}  ${line}`;
}
