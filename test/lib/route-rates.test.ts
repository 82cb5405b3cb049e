import * as v from 'valibot';
import {
  limitOfRegion,
  probeRates,
  type Rate,
  sandboxRates,
  switchRates,
  vaultRates,
} from '../../lib/api/route-rates.ts';
import { type StageName, synthesized } from '../support/deployment/synthesized-app.ts';

/**
 * AWS's page of API Gateway's quotas, "account-level quotas, per Region", read in November 2026:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const lowRegions = [
  ...['af-south-1', 'ap-south-2', 'ap-southeast-3', 'ap-southeast-4', 'ap-southeast-5'],
  ...['ap-southeast-7', 'ca-west-1', 'eu-central-2', 'eu-south-1', 'eu-south-2', 'il-central-1'],
  ...['me-central-1', 'mx-central-1'],
];
const usualRegions = [
  ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'ca-central-1', 'sa-east-1'],
  ...['eu-west-1', 'eu-west-2', 'eu-west-3', 'eu-central-1', 'eu-north-1', 'ap-south-1'],
  ...['ap-east-1', 'ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-southeast-1'],
  ...['ap-southeast-2', 'me-south-1'],
];

it.each([
  ...lowRegions.map((region) => [region, 2_500, 1_250] as const),
  ...usualRegions.map((region) => [region, 10_000, 5_000] as const),
])(
  'all stages of a deployment in %s let through at most nine tenths of %i requests a second and %i at once',
  (region, rate, burst) => {
    const apiLimit = limitOfRegion(region);
    expect(apiLimit).toEqual({ rate, burst });
    for (const hasSandbox of [false, true]) expectWithin(apiLimit, hasSandbox);
  },
);

it.each([
  { rate: 1_000, burst: 500 },
  { rate: 1_000, burst: 4_000 },
  { rate: 100_000, burst: 5_000 },
])(
  'all stages of a deployment are within a limit of $rate a second and $burst at once that an account was given',
  (apiLimit) => {
    for (const hasSandbox of [false, true]) expectWithin(apiLimit, hasSandbox);
  },
);

function expectWithin(apiLimit: Rate, hasSandbox: boolean) {
  const limits = { apiLimit, hasSandbox };
  const stages = [
    switchRates(limits),
    vaultRates(limits),
    ...(hasSandbox ? [sandboxRates(limits), probeRates] : []),
  ];
  const rates = stages.flatMap(({ others, routes }) => [others, ...Object.values(routes)]);
  for (const name of ['rate', 'burst'] as const) {
    const sum = rates.reduce((all, one) => all + one[name], 0);
    expect(sum).toBeLessThanOrEqual(0.9 * apiLimit[name]);
    // Nothing of it is given away: a whole number for each of the stages may be lost.
    expect(sum).toBeGreaterThan(0.9 * apiLimit[name] - stages.length);
    for (const one of rates) expect(one[name]).toBeGreaterThanOrEqual(1);
  }
}

const Limits = v.object({ ThrottlingRateLimit: v.number(), ThrottlingBurstLimit: v.number() });
const Stage = v.object({
  DefaultRouteSettings: Limits,
  RouteSettings: v.optional(v.record(v.string(), Limits), {}),
});

it.each<readonly [StageName, Readonly<Record<string, unknown>>, number, number]>([
  ['sandbox', {}, 10_000, 5_000],
  ['production', {}, 10_000, 5_000],
  ['sandbox', { region: 'eu-south-1' }, 2_500, 1_250],
  ['production', { region: 'mx-central-1' }, 2_500, 1_250],
  ['production', { region: 'eu-south-1', apiLimit: '20000/9000' }, 20_000, 9_000],
])(
  'all API stages of the templates of a %s with %j are together within %i and %i',
  (stage, context, rate, burst) => {
    const stages = synthesized(stage, context)
      .resources('AWS::ApiGatewayV2::Stage')
      .map(({ properties }) => v.parse(Stage, properties));
    // The switch, the vault, and in a sandbox the test processor and the probe.
    expect(stages).toHaveLength(stage === 'sandbox' ? 4 : 2);
    const all = stages.flatMap((one) => [
      one.DefaultRouteSettings,
      ...Object.values(one.RouteSettings),
    ]);
    const sum = (name: keyof v.InferOutput<typeof Limits>) =>
      all.reduce((total, one) => total + one[name], 0);
    expect(sum('ThrottlingRateLimit')).toBeLessThanOrEqual(0.9 * rate);
    expect(sum('ThrottlingRateLimit')).toBeGreaterThan(0.89 * rate);
    expect(sum('ThrottlingBurstLimit')).toBeLessThanOrEqual(0.9 * burst);
    expect(sum('ThrottlingBurstLimit')).toBeGreaterThan(0.89 * burst);
  },
);

it.each(['10000', '10000/', '0/5000', '10000/5000/1', '999/500', '1000/499', 'all'])(
  'the limit of API Gateway cannot be %s',
  (apiLimit) => {
    expect(() => synthesized('sandbox', { apiLimit })).toThrow(
      'apiLimit must be requests a second and at once, such as 10000/5000, and at least 1000/500.',
    );
  },
);
