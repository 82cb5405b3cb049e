import * as v from 'valibot';
import { keylessFunctions, sharesOf } from '../../lib/settings/quota.ts';
import { leastForCallers, requiredConcurrency } from '../../lib/settings/sizing.ts';
import { manySettings } from '../support/deployment/common-settings.ts';
import { type SynthesizedApp, synthesized } from '../support/deployment/synthesized-app.ts';

/** Shards that a table paid by the request begins with; a reader runs once for each. */
const shards = 4;

const Mapping = v.object({
  EventSourceArn: v.string(),
  ScalingConfig: v.optional(v.object({ MaximumConcurrency: v.number() })),
});

it('production asks for as many functions at the same time as its queues, readers and jobs may take, and callers beside', () => {
  const app = synthesized('production');
  const mappings = app
    .resources('AWS::Lambda::EventSourceMapping')
    .map(({ properties }) => v.parse(Mapping, properties));
  const perMapping = mappings.map(({ EventSourceArn, ScalingConfig }) => {
    if (EventSourceArn.endsWith('.StreamArn')) return shards;
    // A queue without a limit of its own could take all there is.
    if (!ScalingConfig) throw new Error(`${EventSourceArn} has no limit.`);
    return ScalingConfig.MaximumConcurrency;
  });
  const behind = perMapping.reduce(
    (sum, one) => sum + one,
    app.resources('AWS::Events::Rule').filter((one) => 'ScheduleExpression' in one.properties)
      .length,
  );
  expect(
    mappings.filter(({ EventSourceArn }) => EventSourceArn.endsWith('.StreamArn')),
  ).toHaveLength(2);
  expect(requiredConcurrency).toBeGreaterThanOrEqual(behind + leastForCallers);
});

describe('the shares of functions that need no key', () => {
  const sharesIn = (app: SynthesizedApp) =>
    new Map(
      app
        .resources('AWS::Lambda::Function')
        .flatMap(({ name, properties: { ReservedConcurrentExecutions: share } }) =>
          share === undefined ? [] : [[name, share] as const],
        ),
    );

  it('the reserved shares are those of webhooks, returns, pages and unknown routes, and not of payments', () => {
    const shares = sharesIn(synthesized('production', manySettings));
    expect(manySettings.keylessConcurrency).toBe(10);
    expect(shares.size).toBe(keylessFunctions);
    expect(new Set(shares.values())).toEqual(new Set([10]));
    expect([...shares.keys()]).toEqual(
      expect.arrayContaining([
        'Api.httpnotfound',
        'Vault.vaultnotfound',
        'Vault.vaultcaptureform',
        'ApiPayments.paymentsreturn',
      ]),
    );
    for (const name of ['paymentscreate', 'paymentsconfirm', 'paymentscapture']) {
      expect(shares.has(`ApiPayments.${name}`)).toBe(false);
    }
    expect(sharesOf(10)).toBe(10 * shares.size);
  });

  it('the reserved shares include the containers that are kept warm', () => {
    const context = { keylessConcurrency: 1, keepWarm: 3 };
    const shares = sharesIn(synthesized('production', context, ['payments']));
    expect(shares.get('ApiPayments.paymentsreturn')).toBe(3);
    expect(shares.get('Api.httpnotfound')).toBe(1);
  });

  it('no function has a reserved share by default', () => {
    expect(sharesIn(synthesized('production')).size).toBe(0);
  });
});
