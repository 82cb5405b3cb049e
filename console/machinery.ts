import { setTimeout as pause } from 'node:timers/promises';
import { maskItem } from '#platform/table/masked-item.ts';
import type { Item } from '#platform/table/port.ts';
import type { AwsCall } from '../local/aws/aws-call.ts';
import type { Log } from '../local/log.ts';
import type { AssemblyInside } from '../local/run-assembly.ts';
import type { Receipt, StoryAnswer, Tick } from './answers.ts';
import { type Change, streamReader } from './changes.ts';
import { type KnownItems, knownItems, summaryOf } from './known-items.ts';
import type { RecentLines } from './recent-lines.ts';
import { queryPartition, scanPage } from './stored-items.ts';
import { storyOf } from './story.ts';

/** The console's view of the runtime, a part of which it keeps in memory. */
export interface Machinery {
  readonly known: KnownItems;
  /** The table that holds payments and their events. */
  readonly table: string;
  /** Undefined when there is no such payment. */
  story(place: { merchantId: string; paymentId: string }): Promise<StoryAnswer | undefined>;
  /** Resolves when everything is known that was saved before the call. */
  fresh(): Promise<void>;
  counts(): Pick<Tick, 'changes' | 'lines'>;
  stop(): void;
}

export interface MachinerySetting {
  readonly inside: AssemblyInside;
  readonly lines: RecentLines;
  readonly receipts: () => readonly Receipt[];
  /** Whether a page is open. Without one, nothing is read. */
  readonly isWatched: () => boolean;
  readonly log: Log;
}

/** The most changes of payments, and of their parts, that are kept. */
const maxChanges = 2_000;
const everyMs = 400;
/** The most items that the first look at a table reads, a thousand at a time. */
const maxFirstLook = 50_000;

const isOfPayment = ({ before, after }: Change) =>
  (after ?? before)?.pk.includes('#PAYMENT#') === true;

/**
 * Follows the table's stream while a page is open. The stream still has the changes of the hours
 * before, so that nothing is read, and nothing slows down, before the first page is opened.
 */
export function machinery({
  inside,
  lines,
  receipts,
  isWatched,
  log,
}: MachinerySetting): Machinery {
  const { tables, streamArns, dynamodb } = inside;
  const main = tables.find(({ name }) => streamArns.has(name));
  const streamArn = main && streamArns.get(main.name);
  if (!main || streamArn === undefined) throw new Error('No table of the assembly has a stream.');
  const table = main.name;
  const ledger = tables.find(({ name }) => /-sandbox-Ledger/.test(name));
  const known = knownItems();
  const stream = tableChanges(dynamodb, table, streamArn, known);
  const ending = new AbortController();
  let lookedFirst: Promise<void> | undefined;

  async function followAlways() {
    const { signal } = ending;
    while (!signal.aborted) {
      try {
        if (isWatched()) await stream.follow();
      } catch (error) {
        if (signal.aborted) return;
        log({ level: 'warn', source: 'console', message: `The stream: ${String(error)}` });
      }
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function itemsOfEvents(pks: readonly string[]): Promise<readonly Item[]> {
    const found = await Promise.all(pks.map((pk) => queryPartition(dynamodb, table, { pk })));
    return found.flat();
  }

  return {
    known,
    table,
    async story({ merchantId, paymentId }) {
      const pk = `MERCHANT#${merchantId}#PAYMENT#${paymentId}`;
      const items = await queryPartition(dynamodb, table, { pk });
      const payment = summaryOf(items.find(({ sk }) => sk === 'PAYMENT'));
      if (!payment) return undefined;
      const events = known
        .events()
        .filter((event) => event.merchantId === merchantId && event.paymentId === paymentId)
        .slice(0, 200);
      const entries = storyOf({
        items,
        events: await itemsOfEvents(
          events.map(({ eventId }) => `MERCHANT#${merchantId}#EVENT#${eventId}`),
        ),
        changes: stream.ofPayments.filter(({ before, after }) => (after ?? before)?.pk === pk),
        lines: lines.ofPayment(merchantId, paymentId),
        receipts: receipts().filter(
          (receipt) => receipt.merchantId === merchantId && receipt.paymentId === paymentId,
        ),
      });
      const recorded = ledger ? await sandboxRecords(dynamodb, ledger.name, paymentId) : [];
      return { payment, entries, items: [...items, ...recorded].map(maskItem) };
    },
    async fresh() {
      lookedFirst ??= stream.firstLook().then(
        () => void followAlways(),
        (error: unknown) => {
          lookedFirst = undefined;
          throw error;
        },
      );
      await lookedFirst;
      await stream.follow();
    },
    counts: () => ({ changes: stream.count(), lines: lines.count }),
    stop: () => ending.abort(),
  };
}

/** The changes of a table: those of its stream, and the items that it already had. */
function tableChanges(dynamodb: AwsCall, table: string, streamArn: string, known: KnownItems) {
  const reader = streamReader(dynamodb, streamArn);
  const ofPayments: Change[] = [];
  let count = 0;
  let reading = Promise.resolve();
  let next: Promise<void> | undefined;

  /** Reads the stream to its end, once for all who ask while an earlier call is still reading. */
  function follow(): Promise<void> {
    next ??= reading.then(() => {
      next = undefined;
      const now = readOn();
      reading = now.catch(() => undefined);
      return now;
    });
    return next;
  }

  const readOn = () =>
    reader.read((found) => {
      for (const change of found) known.take(change);
      ofPayments.push(...found.filter(isOfPayment));
      ofPayments.splice(0, ofPayments.length - maxChanges);
      count += found.length;
    });

  /** Reads the items of payments and events that the table has. */
  async function firstLook() {
    let from: string | undefined;
    for (let seen = 0; seen < maxFirstLook; seen += 1_000) {
      const page = await scanPage(dynamodb, table, {
        from,
        limit: 1_000,
        filter: {
          FilterExpression: 'sk IN (:payment, :event, :delivery)',
          ExpressionAttributeValues: {
            ':payment': { S: 'PAYMENT' },
            ':event': { S: 'EVENT' },
            ':delivery': { S: 'DELIVERY' },
          },
        },
      });
      for (const after of page.items) known.take({ before: undefined, after });
      count += page.items.length;
      from = page.next;
      if (from === undefined) return;
    }
  }

  return { ofPayments, count: () => count, follow, firstLook };
}

/** The sandbox processor's records of the attempts of a payment. */
async function sandboxRecords(
  dynamodb: AwsCall,
  ledger: string,
  paymentId: string,
): Promise<readonly Item[]> {
  const attempt = `#PAYMENT#${paymentId}_`;
  const { items } = await scanPage(dynamodb, ledger, {
    limit: 20,
    filter: {
      FilterExpression: 'contains(pk, :attempt)',
      ExpressionAttributeValues: { ':attempt': { S: attempt } },
    },
  });
  return items;
}
