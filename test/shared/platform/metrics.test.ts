import { metricNames, metricsTo } from '#platform/metrics.ts';

describe('a metric', () => {
  it('a metric is a line that CloudWatch reads a number from, without dimensions', () => {
    const lines: string[] = [];
    metricsTo(
      (line) => lines.push(line),
      () => 'production',
      () => 1_767_225_600_000,
    )('OldestDueSeconds', 42);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        timestamp: '2026-01-01T00:00:00.000Z',
        _aws: {
          Timestamp: 1_767_225_600_000,
          CloudWatchMetrics: [
            {
              Namespace: 'Turnout/production',
              Dimensions: [[]],
              Metrics: [{ Name: 'OldestDueSeconds', Unit: 'Seconds' }],
            },
          ],
        },
        OldestDueSeconds: 42,
      },
    ]);
  });

  it('a metric that cannot be written stops nothing', () => {
    const told = metricsTo(() => {
      throw new Error('The output is closed.');
    });
    expect(() => told('IntegrityFailure', 1)).not.toThrow();
  });

  it('a metric has no merchant or customer in its name', () => {
    expect(metricNames.every((name) => /^[A-Z][A-Za-z]+$/.test(name))).toBe(true);
  });
});
