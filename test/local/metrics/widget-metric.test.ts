import { metricStore } from '../../../local/metrics/metric-store.ts';
import { widgetMetrics } from '../../../local/metrics/widget-metric.ts';

const stretch = { from: 0, until: Number.MAX_SAFE_INTEGER };

/** The lines that the metrics of a widget have, each with its value of all time. */
function linesOf(metrics: unknown, samples: readonly [string, object, number][] = []) {
  const store = metricStore();
  for (const [name, dimensions, value] of samples) {
    store.add({ namespace: 'N', name, dimensions: { ...dimensions } }, value);
  }
  return widgetMetrics(metrics, store).flatMap((one) =>
    one.lines().map(({ label, value }) => [label, value(stretch)]),
  );
}

describe('the metrics of a widget', () => {
  const requests: [string, object, number][] = [
    ['Requests', { route: '/a', stage: 'x' }, 3],
    ['Requests', { route: '/b', stage: 'x' }, 5],
    ['Requests', { route: '/b', stage: 'y' }, 7],
    ['Requests', { route: '/b' }, 100],
  ];

  it("a widget's metrics named with their dimensions have one line", () => {
    const named = [['N', 'Requests', 'stage', 'x', 'route', '/a', { stat: 'Sum', label: 'a' }]];
    expect(linesOf(named, requests)).toEqual([['a', 3]]);
    expect(linesOf([['N', 'Requests', { stat: 'Sum' }]], requests)).toEqual([
      ['Requests', undefined],
    ]);
  });

  it("a widget's metrics from a search have a line for each series with just these dimensions", () => {
    const search = (terms: string) =>
      `SEARCH('{N,route,stage} MetricName="Requests"${terms}', 'Sum', 300)`;
    const lines = (expression: string) => linesOf([[{ expression }]], requests);
    expect(lines(search(''))).toEqual([
      ['/a x', 3],
      ['/b x', 5],
      ['/b y', 7],
    ]);
    expect(lines(search(' stage="x"'))).toEqual([
      ['/a x', 3],
      ['/b x', 5],
    ]);
    expect(lines(search(' y'))).toEqual([['/b y', 7]]);
    expect(lines(`SUM(${search(' route="/b"')})`)).toEqual([['', 12]]);
  });

  it("a widget's metrics of a rise have the increase over a period", () => {
    const minute = 60_000;
    const store = metricStore(() => 3 * minute);
    const charges = { namespace: 'N', name: 'Charges', dimensions: { currency: 'USD' } };
    store.add(charges, 20, minute);
    store.add(charges, 27, 2 * minute);
    const expression = `DIFF(SEARCH('{N,currency} MetricName="Charges"', 'Maximum', 60))`;
    const [line] = widgetMetrics([[{ expression }]], store).flatMap((one) => one.lines());
    expect(line?.label).toBe('USD');
    expect(line?.value({ from: 2 * minute, until: 3 * minute })).toBe(7);
    expect(line?.value({ from: minute, until: 2 * minute })).toBeUndefined();
  });

  it("a widget's metrics from a query are the series with the largest values", () => {
    const expression =
      'SELECT SUM(Errors) FROM SCHEMA("N", code) GROUP BY code ORDER BY SUM() DESC LIMIT 2';
    const samples: [string, object, number][] = [
      ['Errors', { code: 'IR_01' }, 1],
      ['Errors', { code: 'IR_02' }, 9],
      ['Errors', { code: 'IR_03' }, 4],
    ];
    expect(linesOf([[{ expression }]], samples)).toEqual([
      ['IR_02', 9],
      ['IR_03', 4],
    ]);
  });

  it("a widget's calculated metrics refer to the others by their ids", () => {
    const metrics = [
      [{ expression: '100 * failed / all', label: 'failed, %' }],
      ['N', 'Failed', { id: 'failed', stat: 'Sum', visible: false }],
      ['N', 'All', { id: 'all', stat: 'Sum', visible: false }],
    ];
    const samples: [string, object, number][] = [
      ['Failed', {}, 1],
      ['All', {}, 4],
    ];
    expect(linesOf(metrics, samples)[0]).toEqual(['failed, %', 25]);
  });

  it("a widget's metrics that only AWS measures are named", () => {
    const store = metricStore();
    const [billed, ours] = widgetMetrics(
      [
        [
          {
            expression: `SEARCH('{AWS/Billing,Currency} MetricName="EstimatedCharges"', 'Maximum', 21600)`,
          },
        ],
        ['AWS/Lambda', 'Errors', { stat: 'Sum' }],
      ],
      store,
    );
    expect([billed?.onlyInAws, ours?.onlyInAws]).toEqual([['AWS/Billing EstimatedCharges'], []]);
  });

  it.each([
    'SEARCH({N} Requests)',
    'SELECT STDDEV(Errors) FROM SCHEMA("N", code)',
    'ANOMALY_DETECTION_BAND(m1)',
    'RATE(other)',
  ])("a widget's metrics with %s are refused when they are read", (expression) => {
    expect(() => linesOf([[{ expression }]])).toThrow();
  });
});
