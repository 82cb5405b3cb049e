import * as v from 'valibot';
import type { IndexName, Item } from '#platform/table/port.ts';
import { indexKeys } from '#platform/table/port.ts';
import {
  journeyWork,
  quotasFor,
  requiredConcurrency,
  sizingFor,
  usualRate,
} from '../../lib/settings/sizing.ts';
import { assumptions } from '../../scripts/cost/cost-model.ts';
import { synthesized } from '../support/deployment/synthesized-app.ts';
import { measureJourneys } from '../support/switch/journey.ts';
import { memoryPort } from '../support/table/memory-table.ts';

const journeys = 20;

/** Entries of an index that a change adds or removes, which cost a unit each. */
const entriesOf = (index: IndexName, ...items: readonly (Item | undefined)[]): number => {
  const [pk, sk] = indexKeys[index];
  const places = items.map((item) => item?.[pk] && item[sk] && `${item[pk]} ${item[sk]}`);
  const [before, after] = places;
  return before === after ? 0 : places.filter(Boolean).length;
};

describe('the work of a payment, by which deployments are sized', () => {
  const entries = { 'by-list': 0, 'by-due': 0 };
  const counted = (async () => {
    const port = memoryPort([], (before, after) => {
      entries['by-list'] += entriesOf('by-list', before, after);
      entries['by-due'] += entriesOf('by-due', before, after);
    });
    return measureJourneys(port, (key) => port.get(key), { journeys, before: 0 });
  })();

  it('the work of a payment has as many units as a counted journey at most', async () => {
    const { all } = await counted;
    expect(all.writeUnits).toBeLessThanOrEqual(journeyWork.writeUnits);
    expect(all.writeUnits).toBeGreaterThan(journeyWork.writeUnits * 0.9);
    expect(all.readUnits).toBeLessThanOrEqual(journeyWork.readUnits);
    expect(entries['by-list'] / journeys).toBeLessThanOrEqual(journeyWork.indexUnits['by-list']);
    expect(entries['by-due'] / journeys).toBeLessThanOrEqual(journeyWork.indexUnits['by-due']);
  });

  it('the work of a payment takes as many seconds of Lambda as the bill assumes, and room for starts', async () => {
    const { functions } = await counted;
    const { processorMs, receiverMs, tableMs } = assumptions;
    const ms = Object.entries(functions).reduce(
      (sum, [name, { steps, exchanges, invocations }]) => {
        const others = name === 'queues.deliver-webhook' ? receiverMs : processorMs;
        // Twenty ms of CPU time at the share of a CPU that such a function has.
        return sum + steps * tableMs + exchanges * others + invocations * 20;
      },
      0,
    );
    expect(ms / 1_000).toBeLessThanOrEqual(journeyWork.lambdaSeconds);
    expect(ms / 1_000).toBeGreaterThan(journeyWork.lambdaSeconds * 0.6);
  });

  it('the work of a payment has as many requests to the API and webhooks as a counted journey', async () => {
    const { functions, webhooks } = await counted;
    const asked = Object.entries(functions).filter(([name]) => !name.startsWith('queues.'));
    const requests = asked.reduce((sum, [, { invocations }]) => sum + invocations, 0);
    expect([requests, webhooks]).toEqual([journeyWork.apiRequests, journeyWork.webhooks]);
  });
});

describe('the size of a deployment', () => {
  const usual = { accountConcurrency: 1_000 };

  it('the size of a deployment without a stated rate needs the quotas that an account usually has', () => {
    const size = sizingFor({ ...usual, expectedRate: usualRate });
    expect(requiredConcurrency).toBe(250);
    expect(size).toMatchObject({ concurrency: 250, deliveries: 50, syncs: 20, warm: {} });
    expect(quotasFor(size, 0).filter(({ isMore }) => isMore)).toEqual([]);
  });

  it.each([50, 100, 500, 1_000, 2_000])(
    'the size of a deployment grows with the rate: %i payments a second have room in functions, requests and units',
    (expectedRate) => {
      const size = sizingFor({ ...usual, expectedRate });
      expect(size.concurrency).toBeGreaterThan(expectedRate * journeyWork.lambdaSeconds);
      expect(size.apiLimit.rate * 0.45).toBeGreaterThan(expectedRate * journeyWork.apiRequests);
      const written = size.warm.table?.writeUnits ?? 4_000;
      expect(written).toBeGreaterThan(expectedRate * journeyWork.writeUnits);
      expect(size.deliveries).toBeLessThanOrEqual(1_000);
    },
  );

  it('the size of a deployment is in its templates: functions of queues, and units that tables take at once', () => {
    const app = synthesized('production', { expectedRate: 1_000 });
    const size = sizingFor({ ...usual, expectedRate: 1_000 });
    const mostOf = app
      .resources('AWS::Lambda::EventSourceMapping')
      .flatMap(({ properties: { ScalingConfig } }) =>
        ScalingConfig ? [v.parse(Scaling, ScalingConfig).MaximumConcurrency] : [],
      );
    expect(mostOf.sort()).toEqual([size.deliveries, size.slowDeliveries, size.syncs].sort());
    const { WarmThroughput, GlobalSecondaryIndexes } = v.parse(
      Table,
      app.resource('Data.Table').properties,
    );
    expect(WarmThroughput).toEqual(unitsOf(size.warm.table));
    const ofIndexes = GlobalSecondaryIndexes.map((one) => [one.IndexName, one.WarmThroughput]);
    expect(Object.fromEntries(ofIndexes)).toEqual({
      'by-list': unitsOf(size.warm['by-list']),
      'by-due': unitsOf(size.warm['by-due']),
    });
  });

  it('the size of a deployment leaves the ten functions of a new account to shoppers', () => {
    const app = synthesized('sandbox', { accountConcurrency: 10 });
    const mappings = app.resources('AWS::Lambda::EventSourceMapping');
    const queues = mappings.flatMap(({ properties: { ScalingConfig } }) =>
      ScalingConfig ? [v.parse(Scaling, ScalingConfig).MaximumConcurrency] : [],
    );
    expect(queues).toHaveLength(4);
    // Lambda takes no lower number.
    expect(new Set(queues)).toEqual(new Set([2]));
  });
});

const Scaling = v.object({ MaximumConcurrency: v.number() });
const Warm = v.optional(
  v.object({ ReadUnitsPerSecond: v.number(), WriteUnitsPerSecond: v.number() }),
);
const Table = v.object({
  WarmThroughput: Warm,
  GlobalSecondaryIndexes: v.array(v.object({ IndexName: v.string(), WarmThroughput: Warm })),
});
const unitsOf = (warm: { writeUnits: number; readUnits: number } | undefined) =>
  warm && { ReadUnitsPerSecond: warm.readUnits, WriteUnitsPerSecond: warm.writeUnits };
