import * as limits from '#platform/time-limits.ts';

it('a function answers before API Gateway stops waiting for it', () => {
  expect(limits.functionTimeoutMs).toBeLessThan(limits.apiTimeoutMs);
});

it('the longest exchange leaves its function the time to load before it and to save after it', () => {
  const before = limits.functionTimeoutMs - limits.exchangeTimeoutMs - limits.saveReserveMs;
  expect(before).toBe(3_000);
});

it('the time reserved to save an outcome is enough for every attempt at the database', () => {
  const { awsAttempts, databaseTimeoutMs, saveReserveMs } = limits;
  expect(awsAttempts * databaseTimeoutMs).toBeLessThan(saveReserveMs);
});

it('a further connector is asked only when there is time for a step and for saving its outcome', () => {
  const { failoverMinimumMs, saveReserveMs, stepMinimumMs } = limits;
  expect(failoverMinimumMs).toBeGreaterThan(saveReserveMs + stepMinimumMs);
});

it('a probe of an open circuit counts as lost only after the longest exchange', () => {
  expect(limits.circuitProbeMs).toBeGreaterThan(limits.exchangeTimeoutMs);
});

it('a call of AWS that hangs at every attempt ends within the time of its function', () => {
  const { awsAttempts, fileTimeoutMs, functionTimeoutMs, keyTimeoutMs, queueTimeoutMs } = limits;
  for (const limit of [fileTimeoutMs, keyTimeoutMs, queueTimeoutMs]) {
    expect(awsAttempts * limit).toBeLessThan(functionTimeoutMs);
  }
});

it('a check of the origin ends before API Gateway stops waiting for it', () => {
  expect(limits.edgeCheckTimeoutMs).toBeLessThan(10_000);
});

it('a delivery ends in the order receiver, slot, function', () => {
  const { deliveryFunctionTimeoutMs, receiverTimeoutMs, slotLeaseMs } = limits;
  expect(receiverTimeoutMs).toBeLessThan(slotLeaseMs);
  expect(slotLeaseMs).toBeLessThan(deliveryFunctionTimeoutMs);
});

it('an attempt for which a merchant waits ends before the function of its request', () => {
  expect(limits.requestedAttemptTimeoutMs).toBeLessThan(limits.functionTimeoutMs);
});

it('a sync message that waits for others is received before the search for due items sends it again', () => {
  expect(limits.syncGatheringMs).toBeLessThan(limits.searchIntervalMs);
});

it('a due item is sent by the reader of the stream or by the search, and never by both', () => {
  expect(limits.dueSoonMs).toBeLessThan(limits.searchIntervalMs - limits.searchLeadMs);
});
