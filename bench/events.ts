import { markdownTable } from '../scripts/command-line/markdown-table.ts';
import { eventsUnderFaults } from '../test/support/receivers/events-under-faults.ts';

/**
 * Counts the events that are lost and invented of 100,000, while 30 % of deliveries fail, processes
 * die at any call, and the reader of the stream stops for 25 hours. Time is virtual, so these are
 * counts and no speeds. Returns a table.
 */
export async function events(): Promise<string> {
  const result = await eventsUnderFaults({
    events: 100_000,
    failing: 0.3,
    dying: 0.001,
    seed: 1,
  });
  const count = (value: number) => value.toLocaleString('en');
  const failed = (100 * result.failedAttempts) / result.attempts;
  return markdownTable(
    ['of 30 hours of changes, 25 of them without a reader of the stream', 'events'],
    [
      ['events that the committed changes call for', count(result.committed)],
      ['lost', count(result.lost)],
      ['invented', count(result.invented)],
      ['forgotten by the stream, and rebuilt', count(result.forgotten)],
      ['attempts', count(result.attempts)],
      ['attempts that failed', `${count(result.failedAttempts)} (${failed.toFixed(1)} %)`],
      ['taken more than once, with the same bytes', count(result.takenAgain)],
      ['processes that died and were started again', count(result.died)],
      ['runs of the rebuild among them', count(result.rebuildsDied)],
      ['hours from the first change to the last event taken', result.hours.toFixed(1)],
    ],
  );
}
