import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { kinds } from '../../shared/lists/kinds.ts';
import { type Listing, projectListings } from '../../shared/lists/project-entries.ts';
import { keptShards, type Shards } from '../../shared/lists/shards.ts';
import { type Log, log } from '../../shared/log.ts';
import { about } from '../../shared/log-subject.ts';
import { type Change, changeOf, subjectOfRecord } from '../../shared/queues/stream-function.ts';
import { type Item, liveTable, type Table } from '../../shared/table/table.ts';

interface Services {
  readonly table: Table;
  readonly shards: Shards;
}

/**
 * How a change is listed; undefined where it is not. Of a thing that is made of several items the
 * others are read: whichever changed, the entry says what all of them come to.
 */
async function listingOf({ before, after }: Change, table: Table): Promise<Listing | undefined> {
  const item = asItem(after ?? before);
  const kind = item && kinds.find((one) => one.thingOf(item));
  const thing = item && kind?.thingOf(item);
  if (!item || !kind || !thing) return undefined;
  const keys = kind.itemKeys(thing);
  const isAlone = keys.length === 1;
  const [first, ...rest] = isAlone ? [item] : await Promise.all(keys.map((key) => table.get(key)));
  const entry = first && kind.entryOf([first, ...rest]);
  return entry && { entry, isGone: isAlone && !after };
}

const asItem = (image: Change['after']): Item | undefined =>
  typeof image?.pk === 'string' && typeof image.sk === 'string'
    ? { ...image, pk: image.pk, sk: image.sk }
    : undefined;

/** A change of the table as the stream numbers it. */
export interface NumberedChange extends Change {
  readonly number: string;
}

/**
 * Writes down how what changed is listed. Of several changes of one thing the last one counts, so a
 * payment that was made and paid within a batch is listed once. Returns the numbers of the changes
 * that have to come again; whatever comes twice is listed once.
 */
export const projectLists =
  ({ table, shards }: Services, to: Log = log) =>
  async (changes: readonly NumberedChange[]): Promise<readonly string[]> => {
    const listed = await Promise.all(
      changes.map(async ({ number, ...change }) => {
        try {
          return { number, listing: await listingOf(change, table) };
        } catch (error) {
          to.error('change not listed', error, { number });
          return { number, isFailed: true };
        }
      }),
    );
    const failed = listed.flatMap(({ number, isFailed }) => (isFailed ? [number] : []));
    try {
      await projectListings(
        table,
        shards,
        lastOfEach(listed.flatMap(({ listing }) => listing ?? [])),
      );
      return failed;
    } catch (error) {
      to.error('lists not written', error, { count: changes.length });
      return changes.map(({ number }) => number);
    }
  };

/** What became of each thing in the end. */
function lastOfEach(listings: readonly Listing[]): readonly Listing[] {
  const last = new Map<string, Listing>();
  for (const listing of listings) {
    const { owner, list, id, version } = listing.entry;
    const name = JSON.stringify([owner, list, id]);
    const known = last.get(name);
    const isOlder = known && !known.isGone && !listing.isGone && known.entry.version > version;
    if (!isOlder) last.set(name, listing);
  }
  return [...last.values()];
}

let project: ReturnType<typeof projectLists> | undefined;

export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  project ??= projectLists({ table: liveTable(), shards: keptShards(liveTable()) });
  const unreadable: string[] = [];
  const changes = Records.flatMap((record) =>
    about(subjectOfRecord(record), (): NumberedChange[] => {
      const number = record.dynamodb?.SequenceNumber ?? '';
      try {
        return [{ number, ...changeOf(record) }];
      } catch (error) {
        log.error('change not read', error, { id: record.eventID });
        unreadable.push(number);
        return [];
      }
    }),
  );
  const failed = [...unreadable, ...(await project(changes))];
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}
