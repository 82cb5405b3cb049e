import type { Deployment } from '../../../local/assembly/deployment.ts';
import type { LogLine } from '../../../local/log.ts';
import { liveMetrics } from '../../../local/metrics/live-metrics.ts';

const nothingDeployed: Deployment = {
  region: 'eu-west-1',
  resources: [],
  ofType: () => [],
  asset: () => undefined,
};

const aRun = { functionName: 'f', ms: 12, ending: 'done', running: 1 } as const;

it('a metric that fails is said once and disturbs nothing that is measured', () => {
  const lines: LogLine[] = [];
  let reads = 0;
  const { runtime } = liveMetrics(
    nothingDeployed,
    (line) => lines.push(line),
    () => {
      // It was there when the runtime started.
      if (++reads > 1) throw new Error('There is no time.');
      return 0;
    },
  );
  runtime.invoked(aRun);
  runtime.invoked(aRun);
  expect(lines).toEqual([
    { level: 'error', source: 'metrics', message: 'Error: There is no time.' },
  ]);
});

it('a run of a function is measured by itself and among all', () => {
  const { runtime, series } = liveMetrics(nothingDeployed, () => undefined);
  runtime.invoked(aRun);
  expect(series('AWS/Lambda', 'Invocations').map(({ dimensions }) => dimensions)).toEqual([
    { FunctionName: 'f' },
    {},
  ]);
});
