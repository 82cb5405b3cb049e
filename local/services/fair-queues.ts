import { isObject } from '../assembly/json.ts';

/** A message of a standard queue, with the fields that fairness needs. */
export interface Grouped {
  readonly messageGroupId?: string | undefined;
}

/**
 * Chooses the next messages of a standard queue as SQS's fair queues do. Groups with the fewest
 * messages in flight come first; among equals, the oldest message. A message without a group is a
 * group of its own. Returns the indexes of the chosen messages in `visible`, which is in order of
 * arrival.
 *
 * SQS detects a noisy group only after a while, and promises no order. This function detects it at
 * once.
 */
export function fairChoice(
  visible: readonly Grouped[],
  inFlight: Iterable<Grouped>,
  count: number,
): readonly number[] {
  const flying = new Map<string, number>();
  for (const { messageGroupId } of inFlight) {
    if (messageGroupId) flying.set(messageGroupId, (flying.get(messageGroupId) ?? 0) + 1);
  }
  const waiting = new Map<string, number[]>();
  visible.forEach(({ messageGroupId }, place) => {
    const group = messageGroupId ?? `\0${place}`;
    const places = waiting.get(group);
    if (places) places.push(place);
    else waiting.set(group, [place]);
  });
  const groups = [...waiting].map(([group, places]) => ({
    places,
    taken: 0,
    flying: flying.get(group) ?? 0,
  }));
  const chosen: number[] = [];
  while (chosen.length < Math.min(count, visible.length)) {
    let next: { readonly group: (typeof groups)[number]; readonly place: number } | undefined;
    for (const group of groups) {
      const place = group.places[group.taken];
      if (place === undefined) continue;
      const isBetter =
        !next ||
        group.flying < next.group.flying ||
        (group.flying === next.group.flying && place < next.place);
      if (isBetter) next = { group, place };
    }
    if (!next) break;
    next.group.taken += 1;
    next.group.flying += 1;
    chosen.push(next.place);
  }
  return chosen;
}

/** The members of the emulator's queue that this file changes. */
interface EmulatedQueue {
  messages: MutableMessage[];
  readonly inflightMessages: ReadonlyMap<string, { readonly message: Grouped }>;
  isFifo(): boolean;
  processTimers(): void;
  enqueue(message: MutableMessage): void;
  dequeue(count: number, ...rest: readonly unknown[]): unknown[];
}
interface MutableMessage {
  messageGroupId?: string | undefined;
  readonly messageAttributes: object;
}

/** The emulator's entrance for calls of SQS, which this file changes too. */
interface EmulatedRouter {
  handle(request: { readonly body: unknown }, ...rest: readonly unknown[]): unknown;
}

/**
 * Makes the emulator's standard queues fair. The emulator drops the group of a message to a
 * standard queue, and returns the oldest messages first. Must be called before the emulator is
 * started.
 */
export function makeQueuesFair(
  Queue: { readonly prototype: EmulatedQueue },
  Router: { readonly prototype: EmulatedRouter },
): void {
  // The emulator keeps the same attributes object of a message, so it serves as the key of the
  // group.
  const groups = new WeakMap<object, string>();
  const note = (entry: unknown) => {
    if (!isObject(entry) || typeof entry.MessageGroupId !== 'string') return;
    const attributes = isObject(entry.MessageAttributes) ? entry.MessageAttributes : {};
    Object.assign(entry, { MessageAttributes: attributes });
    groups.set(attributes, entry.MessageGroupId);
  };
  const { handle } = Router.prototype;
  Object.assign(Router.prototype, {
    handle(this: EmulatedRouter, request: { readonly body: unknown }, ...rest: readonly unknown[]) {
      if (isObject(request.body)) {
        note(request.body);
        if (Array.isArray(request.body.Entries)) request.body.Entries.forEach(note);
      }
      return handle.call(this, request, ...rest);
    },
  } satisfies EmulatedRouter);

  const { prototype } = Queue;
  const { enqueue, dequeue } = prototype;
  Object.assign(prototype, {
    enqueue(this: EmulatedQueue, message: MutableMessage) {
      message.messageGroupId ??= groups.get(message.messageAttributes);
      enqueue.call(this, message);
    },
    dequeue(this: EmulatedQueue, count: number, ...rest: readonly unknown[]) {
      if (!this.isFifo()) {
        this.processTimers();
        const inFlight = [...this.inflightMessages.values()].map(({ message }) => message);
        const chosen = fairChoice(this.messages, inFlight, count);
        const first = chosen.flatMap((place) => this.messages[place] ?? []);
        const isFirst = new Set(first);
        this.messages = [...first, ...this.messages.filter((one) => !isFirst.has(one))];
      }
      return dequeue.call(this, count, ...rest);
    },
  } satisfies Partial<EmulatedQueue>);
}
