import * as v from 'valibot';
import { requiredConcurrency, reservedForCallers } from '../../lib/quota.ts';
import { synthesized } from '../support/synthesized-app.ts';

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
    app.resources('AWS::Events::Rule').length,
  );
  expect(
    mappings.filter(({ EventSourceArn }) => EventSourceArn.endsWith('.StreamArn')),
  ).toHaveLength(2);
  expect(requiredConcurrency).toBeGreaterThanOrEqual(behind + reservedForCallers);
});
