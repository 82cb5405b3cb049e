import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { currentTime } from '#platform/clock.ts';
import { busyLists } from '#platform/lists/busy-lists.ts';
import {
  type NumberedChange,
  type ProjectLists,
  projectChanges,
} from '#platform/lists/project-changes.ts';
import { cachedShards } from '#platform/lists/shards.ts';
import { log } from '#platform/log.ts';
import { withSubject } from '#platform/log-subject.ts';
import { changeOf, subjectOfRecord } from '#platform/queues/stream-function.ts';
import { liveTable } from '#platform/table/table.ts';
import { listRegistry } from '../../shared/list-registry.ts';

/** Writes changes down on all lists. */
export const projectLists = (
  services: Omit<Parameters<typeof projectChanges>[0], 'registry'>,
  to = log,
): ProjectLists => projectChanges({ registry: listRegistry, ...services }, to);

let project: ProjectLists | undefined;

export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  project ??= projectLists({
    table: liveTable(),
    shards: cachedShards(liveTable()),
    busy: busyLists(liveTable(), log, () => currentTime().getTime()),
  });
  const unreadable: string[] = [];
  const changes = Records.flatMap((record) =>
    withSubject(subjectOfRecord(record), (): NumberedChange[] => {
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
