import { allAbouts } from '#connectors/abouts.ts';
import { catalogue } from '#platform/http/response/error-catalogue.ts';
import { lineMetrics, metricNames } from '#platform/metrics.ts';
import { MandateStatus } from '#switch/mandates/mandate.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { DisputeStatus } from '#vocabulary/dispute-statuses.ts';
import { PaymentMethod } from '#vocabulary/payment-methods.ts';
import { PaymentStatus } from '#vocabulary/payment-statuses.ts';
import { moneyMoves } from '#webhooks/monitoring/transition-facts.ts';
import { pricesIn } from '../../scripts/cost/prices.ts';
import { synthesized } from '../support/deployment/synthesized-app.ts';

const routes = synthesized('production').resources('AWS::ApiGatewayV2::Route').length;
const real = allAbouts().filter(({ addresses }) => addresses).length;

/** How many values a dimension can have in production, generously counted. */
const valuesOf: Readonly<Record<string, number>> = {
  connector: real,
  // Flows and results are words of ours: `shared/connectors/interface`.
  flow: 29,
  result: 14,
  method: PaymentMethod.options.length + 1,
  currency: Currency.options.length,
  money: moneyMoves.length,
  outcome: 3,
  // Codes of the operator’s own rules.
  unified_code: 60,
  route: routes,
};

/** Each kind has statuses of its own, so they do not multiply. */
const transitions =
  PaymentStatus.options.length +
  // Failed attempts, refunds and payouts.
  (3 + 4 + 12) +
  MandateStatus.options.length +
  3 * DisputeStatus.options.length;

/** Requests and failures of the versions that take over, which are two series for each stack. */
const newVersions = [
  ...new Set(
    synthesized('production')
      .resources('AWS::Logs::MetricFilter')
      .flatMap(
        ({ properties }) =>
          JSON.stringify(properties).match(/"MetricName":"[\w-]+(?:Failed|Requests)"/g) ?? [],
      ),
  ),
];

it('the number of metric series stays below 2,300, for less than $690 a month', () => {
  const product = (dimensions: readonly string[]) =>
    dimensions.reduce((all, name) => {
      const values = valuesOf[name];
      if (values === undefined) throw new Error(`How many values has ${name}?`);
      return all * values;
    }, 1);
  const codes = new Set(Object.values(catalogue).map(([, code]) => code)).size;
  const { Transitions: _, ...others } = lineMetrics;
  const counted = Object.values(others).map(({ dimensions }) => product(dimensions));
  const all =
    counted.reduce((sum, one) => sum + one, 0) +
    transitions +
    metricNames.length +
    newVersions.length +
    codes +
    2 * routes;
  expect(all).toBeLessThan(2_300);
  expect((all * pricesIn('us-east-1').metric.usd) / pricesIn('us-east-1').metric.per).toBeLessThan(
    690,
  );
});

it('no metric has a dimension by merchant, customer or payment', () => {
  const dimensions = Object.values(lineMetrics).flatMap((one): readonly string[] => one.dimensions);
  expect(
    dimensions.filter((name) => /merchant|customer|payment|profile|account/.test(name)),
  ).toEqual([]);
});
