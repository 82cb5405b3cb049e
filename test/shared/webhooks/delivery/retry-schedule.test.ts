import { maxAttempts, retryAfterSeconds } from '#webhooks/delivery/retry-schedule.ts';

const delays = (random: number) =>
  Array.from({ length: maxAttempts - 1 }, (_, index) => retryAfterSeconds(index + 1, random));

it('a webhook is retried 16 times in about a day, first after a minute', () => {
  expect(maxAttempts).toBe(17);
  expect(delays(0).slice(0, 4)).toEqual([60, 300, 300, 600]);
  expect(delays(0).reduce((sum, one) => sum + one, 0)).toBe(86_460);
});

it("a webhook's retries are spread by at most a tenth", () => {
  const earliest = delays(0);
  for (const [index, latest] of delays(1).entries()) {
    expect(latest).toBeLessThanOrEqual(Math.round((earliest[index] ?? 0) * 1.1));
  }
});

it("a webhook's retry never asks a queue for more than the 12 hours that it can hide a message", () => {
  expect(Math.max(...delays(1))).toBeLessThanOrEqual(43_200);
});
