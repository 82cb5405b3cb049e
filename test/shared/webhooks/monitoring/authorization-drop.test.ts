import { logTo } from '#platform/log.ts';
import { authorizationDrop } from '#webhooks/monitoring/authorization-drop.ts';

function watching() {
  const [metrics, lines]: [unknown[], string[]] = [[], []];
  const watch = authorizationDrop({
    metric: (...one) => metrics.push(one),
    log: logTo((line) => lines.push(line)),
  });
  const sees = (count: number, percent: number, connector = 'adyen') => {
    for (let one = 0; one < count; one += 1) {
      // Spread evenly, so that each window has the same share.
      const isAuthorized =
        Math.floor(((one + 1) * percent) / 100) > Math.floor((one * percent) / 100);
      watch({ connector, outcome: isAuthorized ? 'authorized' : 'declined' });
    }
  };
  return { watch, sees, metrics, lines };
}

it('a connector whose share falls is reported once for each fifty results, with both shares', () => {
  const { sees, metrics, lines } = watching();
  sees(400, 90);
  expect(metrics).toEqual([]);
  sees(50, 20);
  expect(metrics).toEqual([['AuthorizationDrop', 1]]);
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ message: 'authorization rate fell', connector: 'adyen' });
  expect(line.percent_now).toBeLessThan(line.percent_before * 0.7);
  sees(50, 20);
  expect(metrics).toHaveLength(2);
});

it('a share that is always low is no drop, and neither are too few results', () => {
  const { sees, metrics } = watching();
  sees(600, 30);
  sees(100, 90, 'stripe');
  sees(50, 0, 'stripe');
  expect(metrics).toEqual([]);
});

it('customers who did not authenticate, and other lines, change nothing', () => {
  const { sees, watch, metrics } = watching();
  sees(400, 90);
  for (let one = 0; one < 100; one += 1) {
    watch({ connector: 'adyen', outcome: 'not authenticated' });
    watch({});
  }
  expect(metrics).toEqual([]);
});
