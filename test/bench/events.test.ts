import { eventsUnderFaults } from '../support/receivers/events-under-faults.ts';

it('the switch loses no event and invents none while deliveries fail, processes die and the stream drops records', async () => {
  const result = await eventsUnderFaults({ events: 2_000, failing: 0.3, dying: 0.002, seed: 7 });
  expect(result).toMatchObject({ lost: 0, invented: 0 });
  expect(result.committed).toBeGreaterThanOrEqual(2_000);
  // The faults that the test is about did happen.
  expect(result.forgotten).toBeGreaterThan(50);
  expect(result.died).toBeGreaterThan(20);
  expect(result.rebuildsDied).toBeGreaterThan(0);
  expect(result.failedAttempts / result.attempts).toBeCloseTo(0.3, 1);
});
