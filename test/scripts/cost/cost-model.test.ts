import { billOf } from '../../../scripts/cost/bill.ts';
import {
  assumptions,
  idleBill,
  journeysBill,
  listSecondsOf,
  monthUsd,
  type PricedResource,
  provisioned,
  rotatedKeysUsd,
  totalOf,
  yearBill,
} from '../../../scripts/cost/cost-model.ts';
import { type CountedFunction, countJourneys } from '../../../scripts/cost/counted-journeys.ts';
import { pricesIn, regions } from '../../../scripts/cost/prices.ts';
import { synthesized } from '../../support/deployment/synthesized-app.ts';
import { webhookDelivery } from '../../support/receivers/webhook-delivery.ts';

const prices = pricesIn('us-east-1');
const deployed = synthesized('production', { alarmEmail: 'on-call@example.com' }).resources();
const counts = await countJourneys(listSecondsOf(deployed));
const { unitsOfRuns } = counts;
const bill = billOf(deployed, counts, 'us-east-1');
const usdOf = (rows: typeof bill.idle, what: string) =>
  rows.find((row) => row.what === what)?.usd ?? 0;

describe('a production with its vault and its alarms', () => {
  it('a production with its vault and its alarms costs at most $8.20 in a month without payments, beside dashboards and $9.40 for alarms', () => {
    const watching = usdOf(bill.idle, 'alarms') + usdOf(bill.idle, 'composite alarms');
    const dashboards = usdOf(bill.idle, 'dashboards');
    expect(totalOf(bill.idle) - watching - dashboards).toBeLessThanOrEqual(8.2);
    expect(watching).toBeLessThanOrEqual(9.4);
    // AWS charges for none of an account's first three dashboards.
    expect(dashboards).toBe(6);
  });

  it('a production without dashboards and composite alarms costs at most $16 in a month without payments', () => {
    const off = synthesized('production', { dashboards: 'off', groupedAlarms: 'off' });
    const withoutAny = idleBill(off.resources(), unitsOfRuns, prices);
    expect(totalOf(bill.idleWithFewTools)).toBeCloseTo(totalOf(withoutAny), 6);
    expect(totalOf(withoutAny)).toBeLessThanOrEqual(16);
    expect(usdOf(withoutAny, 'dashboards') + usdOf(withoutAny, 'composite alarms')).toBe(0);
    expect(usdOf(withoutAny, 'alarms')).toBeCloseTo(usdOf(bill.idle, 'alarms') - 0.1);
  });

  it('a million journeys whose changes are listed after ten seconds cost at least two dollars less, and nothing else changes', () => {
    const { journeys, laterListedJourneys: later } = bill;
    expect(totalOf(journeys) - totalOf(later)).toBeGreaterThan(2);
    const units = (rows: typeof journeys) =>
      rows.filter(({ what }) => /^(writes|reads) of operations/.test(what));
    expect(units(later)).toEqual(units(journeys));
  });

  it('a million journeys cost a dollar more where no client asks for gzip, for bytes out alone', () => {
    const { journeys, unpackedJourneys: unpacked } = bill;
    const more = usdOf(unpacked, 'bytes out') - usdOf(journeys, 'bytes out');
    expect(totalOf(unpacked) - totalOf(journeys)).toBeCloseTo(more, 2);
    expect(more).toBeGreaterThan(1);
    expect(more).toBeLessThan(1.2);
  });

  it('a million journeys of a steady rate cost less than $40 on provisioned capacity, which is paid when it is idle', () => {
    const one = synthesized('production', { steadyRate: '1' }).resources();
    const counted = { functions: {}, storedBytes: 0 };
    const rowsOf = (some: readonly PricedResource[]) =>
      journeysBill(counted, some, prices).map(({ what }) => what);
    expect(rowsOf(one)).toEqual(rowsOf(provisioned(synthesized('production').resources())));
    expect(totalOf(bill.steadyJourneys)).toBeLessThanOrEqual(39.2);
    expect(totalOf(bill.steadyJourneys)).toBeLessThan(totalOf(bill.journeys) - 13);
    // At 70 % of it, a unit of capacity takes 2,520 units in an hour.
    const [writes] = bill.steadyJourneys.filter(({ what }) => what === 'writes of lists');
    const [used] = bill.journeys.filter(({ what }) => what === 'writes of lists');
    expect(writes?.amount).toBeCloseTo((used?.amount ?? 0) / 2_520, 3);
    const idle = idleBill(one, unitsOfRuns, prices);
    const least = usdOf(idle, 'write capacity of tables') + usdOf(idle, 'read capacity of tables');
    // 43 units written and 15.5 read for a payment a second, each at 70 % of its capacity.
    expect(least).toBeGreaterThan(((43 * 0.00065 + 15.5 * 0.00013) * 730) / 0.7);
    expect(least).toBeLessThan(37);
    expect(usdOf(bill.idle, 'write capacity of tables')).toBe(0);
  });

  it('a month of a steady rate pays for the least capacity once: by itself, or as a part of the capacity that journeys use', () => {
    const idle = idleBill(
      synthesized('production', { steadyRate: '1' }).resources(),
      unitsOfRuns,
      prices,
    );
    const journeys = bill.steadyJourneys;
    const least = usdOf(idle, 'write capacity of tables') + usdOf(idle, 'read capacity of tables');
    const of = (millions: number) =>
      monthUsd({ idle, journeys }, millions) - totalOf(idle) - millions * totalOf(journeys);
    expect(of(0)).toBe(0);
    expect(of(10)).toBeCloseTo(-least);
    const ofUnits = journeys.filter(({ what }) => /^(writes|reads) of /.test(what));
    expect(of(0.5)).toBeCloseTo(-0.5 * totalOf(ofUnits));
  });

  it('a production has a fixed cost for a million journeys', () => {
    expect(totalOf(bill.journeys)).toBeLessThanOrEqual(limitOfJourneys);
    expect(totalOf(bill.processorWebhooks)).toBeLessThanOrEqual(6);
  });

  it("a production's cost contains the requests, the webhooks and the waiting of a journey", () => {
    const amountOf = (what: string) => bill.journeys.find((row) => row.what === what)?.amount ?? 0;
    expect(amountOf('requests')).toBe(5_000_000);
    const { processorMs, receiverMs } = assumptions;
    const leastSeconds = (3 * processorMs + 3 * receiverMs) * 1_000;
    const billed = amountOf('time of functions that wait for servers');
    // 192 MB are three sixteenths of a GB.
    expect(billed).toBeGreaterThan((leastSeconds * 3) / 16);
    expect(billed).toBeLessThan((leastSeconds * 3) / 12);
    expect(usdOf(bill.journeys, 'traces')).toBe(0);
  });

  it("a production's cost contains thirteen months of logs", () => {
    const amountOf = (what: string) => bill.journeys.find((row) => row.what === what)?.amount ?? 0;
    const taken = amountOf('logs of functions') + amountOf('access log');
    const kept = amountOf('what is kept of the logs, for its whole time');
    expect(kept / taken).toBeCloseTo((400 / (365 / 12)) * assumptions.logCompression, 5);
  });

  it("a production's cost names the keys that cost more once they have rotated", () => {
    expect(rotatedKeysUsd(bill.idle)).toBe(2 * usdOf(bill.idle, 'keys'));
  });
});

/** Tightened whenever a journey becomes cheaper. */
const limitOfJourneys = 53.4;

describe('a thousand small merchants', () => {
  const { journeys: small, processorWebhooks } = bill.ofSmallMerchants;
  const amountsOf = (what: string) =>
    [bill.journeys, small].map((rows) => rows.find((row) => row.what === what)?.amount ?? 0);

  it("a thousand small merchants pay for their keys in each container, and a busy one's is known", () => {
    // Confirm, capture, refund and the three webhooks to the merchant, in four functions.
    expect(amountsOf('merchants’ keys that are opened')).toEqual([0, 4_000_000]);
    expect(usdOf(small, 'merchants’ keys that are opened')).toBeCloseTo(12);
    expect(usdOf(processorWebhooks, 'merchants’ keys that are opened')).toBeCloseTo(3);
  });

  it('a thousand small merchants read their settings whole, and share no count of their lists', () => {
    const [busyReads = 0, smallReads = 0] = amountsOf('reads of operations, events and delivery');
    expect(smallReads - busyReads).toBeGreaterThan(2_000_000);
    const [busyLists = 0, smallLists = 0] = amountsOf('writes of lists');
    expect(smallLists).toBeGreaterThan(busyLists);
    expect(amountsOf('requests')).toEqual([5_000_000, 5_000_000]);
  });

  it('a thousand small merchants have a fixed cost for a million journeys', () => {
    expect(totalOf(small)).toBeLessThanOrEqual(66.7);
    expect(totalOf(bill.sharedKeyJourneys)).toBeLessThanOrEqual(55);
    expect(totalOf(processorWebhooks)).toBeLessThanOrEqual(9);
  });
});

describe('costs beside the journeys of a month', () => {
  const [shared, series, release, withEvents, after] = bill.later;

  it('a shared key costs small merchants at most thirty cents, in place of fifteen dollars for their keys', () => {
    const own = [bill.ofSmallMerchants.journeys, bill.ofSmallMerchants.processorWebhooks]
      .map((rows) => usdOf(rows, 'merchants’ keys that are opened'))
      .reduce((sum, one) => sum + one, 0);
    expect(own).toBeCloseTo(15);
    expect(shared?.usd).toBeLessThanOrEqual(0.3);
    expect(shared?.usd).toBeGreaterThan(0.1);
  });

  it('a month with payments of one processor, method and currency pays for about fifteen series of metrics', () => {
    expect(series?.amount).toBe(15);
    expect(series?.usd).toBeCloseTo(4.5);
  });

  it('a release is recorded by AWS Config once for each function and each alias', () => {
    const resources = synthesized('production').resources();
    const count = (wanted: string) => resources.filter(({ type }) => type === wanted).length;
    expect(release?.amount).toBe(count('AWS::Lambda::Function') + count('AWS::Lambda::Alias'));
    expect(release?.usd).toBeCloseTo(0.003 * (release?.amount ?? 0));
  });

  it('each further month of a million journeys costs at most $4.30, and $1.60 once their events have ended', () => {
    expect(withEvents?.usd).toBeLessThanOrEqual(4.3);
    expect(after?.usd).toBeLessThanOrEqual(1.6);
    expect(after?.usd).toBeGreaterThan(1);
  });

  it('a year has twelve months, and the journeys of each stay for the months that follow', () => {
    const at = yearBill(
      { storedBytes: 3_000, lastingBytes: 1_000, series: 10 },
      { idleUsd: 20, journeysUsd: 60 },
      prices,
    );
    // Of 66 months of stay, 30 are within three months of their journeys.
    const stayUsd = (30 * 3 + 36 * 1) * (0.25 + 0.2);
    expect(at.map(({ usd }) => Math.round(usd * 100) / 100)).toEqual([240, 720, 36, stayUsd]);
    expect(totalOf(bill.year)).toBeGreaterThan(12 * (totalOf(bill.idle) + totalOf(bill.journeys)));
  });
});

describe('an idle deployment', () => {
  const cost = (...resources: PricedResource[]) => totalOf(idleBill(resources, {}, prices));
  const alarm = (properties: Readonly<Record<string, unknown>>) => ({
    name: 'Alarms.One',
    type: 'AWS::CloudWatch::Alarm',
    properties,
  });
  const bare = cost();

  it.each([
    { what: 'a key', type: 'AWS::KMS::Key', usd: 1 },
    { what: 'a secret', type: 'AWS::SecretsManager::Secret', usd: 0.4 },
    { what: 'a dashboard', type: 'AWS::CloudWatch::Dashboard', usd: 3 },
    { what: 'a composite alarm', type: 'AWS::CloudWatch::CompositeAlarm', usd: 0.5 },
  ])("an idle deployment's $what costs $usd dollars", ({ type, usd }) => {
    expect(cost({ name: 'Stack.One', type, properties: {} }) - bare).toBeCloseTo(usd);
  });

  it('an alarm costs by the metrics that it reads, and more below a minute', () => {
    const metric = { MetricStat: {} };
    expect(cost(alarm({ Period: 60 })) - bare).toBeCloseTo(0.1);
    expect(cost(alarm({ Period: 10 })) - bare).toBeCloseTo(0.3);
    const three = alarm({ Metrics: [metric, metric, metric, { Expression: 'a + b + c' }] });
    expect(cost(three) - bare).toBeCloseTo(0.3);
  });

  it('a web ACL costs with each of its rules', () => {
    const acl = { name: 'F.Acl', type: 'AWS::WAFv2::WebACL', properties: { Rules: [{}, {}] } };
    expect(cost(acl) - bare).toBeCloseTo(7);
  });

  it('an address and the gateway behind it cost by the hour', () => {
    const app = synthesized('production', { fixedAddress: 'on' });
    const network = app.resources().filter(({ name }) => name.startsWith('Network.'));
    expect(cost(...network) - bare).toBeCloseTo(730 * 0.045 + 730 * 0.005);
    expect(usdOf(bill.idle, 'NAT gateways') + usdOf(bill.idle, 'addresses')).toBe(0);
  });

  it('an edge of the API costs its filter with three rules, and its secret', () => {
    const app = synthesized('production', {
      region: 'eu-west-1',
      apiEdge: 'on',
      apiDomain: 'pay.shop.example',
      apiCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12ab-34cd',
    });
    const edge = app.resources().filter(({ name }) => /^Api(Edge|Filter)\.|EdgeSecret$/.test(name));
    expect(cost(...edge) - bare).toBeCloseTo(5 + 3 + 0.4);
    expect(usdOf(bill.idle, 'web ACLs')).toBe(0);
  });

  it('a function that is kept warm costs all the time, by its memory', () => {
    const fn = {
      name: 'S.Confirm',
      type: 'AWS::Lambda::Function',
      properties: {
        MemorySize: 256,
        Environment: { Variables: { FUNCTION_NAME: 'payments.confirm' } },
      },
    };
    const alias = (more = {}) => ({
      name: 'S.ConfirmLive',
      type: 'AWS::Lambda::Alias',
      properties: { FunctionName: 'S.Confirm', ...more },
    });
    expect(cost(fn, alias())).toBe(bare);
    const warm = { ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 2 } };
    // Two of a quarter of a GB, for 730 hours of 3,600 s.
    expect(cost(fn, alias(warm)) - bare).toBeCloseTo(2 * 0.25 * 2_628_000 * 0.0000033334);
  });

  it('a queue that a function takes from is asked all the time, a stream costs nothing', () => {
    const reads = (properties: Readonly<Record<string, unknown>>) =>
      cost({ name: 'S.Read', type: 'AWS::Lambda::EventSourceMapping', properties }) - bare;
    expect(reads({})).toBeCloseTo(0.26);
    expect(reads({ StartingPosition: 'TRIM_HORIZON' })).toBe(0);
  });

  it("a schedule's cost contains its runs, their reads, and their traces if any", () => {
    const every = (expression: string, mode?: string) => {
      const fn = {
        name: 'S.Job',
        type: 'AWS::Lambda::Function',
        properties: {
          MemorySize: 256,
          Environment: { Variables: { FUNCTION_NAME: 'queues.find-due' } },
          ...(mode && { TracingConfig: { Mode: mode } }),
        },
      };
      const properties = { ScheduleExpression: expression, Targets: [{ Arn: 'S.Job.Arn' }] };
      const rule = { name: 'S.Rule', type: 'AWS::Events::Rule', properties };
      return idleBill([rule, fn], unitsOfRuns, prices);
    };
    const rows = every('rate(1 minute)');
    const [run] = rows.filter(({ what }) => what === 'scheduled runs');
    expect(run?.amount).toBe(43_800);
    expect(usdOf(rows, 'what they read')).toBeCloseTo((43_800 * 8 * 0.125) / 1e6);
    expect(usdOf(rows, 'their traces')).toBe(0);
    expect(usdOf(every('rate(1 minute)', 'Active'), 'their traces')).toBeCloseTo(0.219);
    expect(every('rate(1 hour)').find(({ what }) => what === 'scheduled runs')?.amount).toBe(730);
    expect(() => every('cron(0 12 * * ? *)')).toThrow();
  });

  it('an idle deployment writes no metric, so none is billed', async () => {
    const { metrics, findDue } = await webhookDelivery();
    await findDue();
    expect(metrics).toEqual([]);
  });
});

describe('a million journeys', () => {
  const asks = (changes: Partial<CountedFunction> = {}): CountedFunction => ({
    invocations: 1,
    steps: 2,
    exchanges: 0,
    keyCalls: 0,
    readUnits: 0,
    writeUnits: 0,
    logBytes: 0,
    logLines: 0,
    bytesOut: 0,
    ...changes,
  });
  const made = (name: string, memoryMb: number, more = {}) => ({
    name: `S.${name}`,
    type: 'AWS::Lambda::Function',
    properties: {
      MemorySize: memoryMb,
      LoggingConfig: { SystemLogLevel: 'WARN' },
      Environment: { Variables: { FUNCTION_NAME: name } },
      ...more,
    },
  });
  const billed = (one: CountedFunction, resource = made('payments.confirm', 256)) =>
    journeysBill({ functions: { 'payments.confirm': one }, storedBytes: 0 }, [resource], prices);
  const dearer = (one: Partial<CountedFunction>, resource?: PricedResource) =>
    totalOf(billed(asks(one), resource as ReturnType<typeof made>)) - totalOf(billed(asks()));

  it('a million journeys pay for traces in the log by the sampled share', () => {
    const tracedAt = (TRACE_SAMPLING: string) => {
      const Variables = { FUNCTION_NAME: 'payments.confirm', TRACE_SAMPLING };
      return dearer({}, made('payments.confirm', 256, { Environment: { Variables } }));
    };
    expect(dearer({})).toBe(0);
    expect(tracedAt('1')).toBeCloseTo(7.93, 2);
    expect(tracedAt('0.05')).toBeCloseTo(0.4, 2);
  });

  it('a million journeys pay CloudFront, its function and its filter for each request through an edge of the API', () => {
    const name = 'payments.confirm';
    const billWith = (edge: string, listed = prices, invocations = 5) => {
      const distribution = { name: edge, type: 'AWS::CloudFront::Distribution', properties: {} };
      const counted = { functions: { [name]: asks({ invocations }) }, storedBytes: 0 };
      return totalOf(journeysBill(counted, [made(name, 256), distribution], listed));
    };
    // Five requests a journey, each at $1, $0.60 and $0.10 a million.
    expect(billWith('ApiEdge.Edge') - billWith('VaultEdge.Edge')).toBeCloseTo(8.5);
    expect(billWith('ApiEdge.Edge', prices, 3) - billWith('VaultEdge.Edge', prices, 3)).toBeCloseTo(
      5.1,
    );
    const inEurope = pricesIn('eu-west-1');
    expect(billWith('ApiEdge.Edge', inEurope) - billWith('VaultEdge.Edge', inEurope)).toBeCloseTo(
      9.5,
    );
  });

  it('a million journeys pay for units, bytes and lines as they are counted', () => {
    expect(dearer({ writeUnits: 8 })).toBeCloseTo(5);
    expect(dearer({ readUnits: 8 })).toBeCloseTo(1);
    expect(dearer({ bytesOut: 1_000 })).toBeCloseTo(0.09);
    expect(dearer({ logBytes: 974, logLines: 1 })).toBeCloseTo(0.5);
    expect(dearer({ keyCalls: 1 })).toBeCloseTo(3);
  });

  it("a million journeys pay for a processor's time, by the memory that waits", () => {
    // 500,000 seconds on a quarter of a GB, and 600 bytes of headers.
    expect(dearer({ exchanges: 1 })).toBeCloseTo(500_000 * 0.25 * 0.0000133334 + 0.054);
    const twice = dearer({ exchanges: 1 }, made('payments.confirm', 512));
    expect(twice).toBeGreaterThan(1.8 * dearer({ exchanges: 1 }));
  });

  it('a million journeys pay more for traces and for lines of Lambda’s own than for the invocation', () => {
    const traced = made('payments.confirm', 256, { TracingConfig: { Mode: 'Active' } });
    expect(dearer({}, traced)).toBeCloseTo(5);
    expect(dearer({}, made('payments.confirm', 256, { LoggingConfig: {} }))).toBeGreaterThan(0.2);
  });

  it('a million journeys share invocations and queue requests where messages are gathered', () => {
    const name = 'queues.sync-pending';
    const alias = {
      name: `S.${name}Live`,
      type: 'AWS::Lambda::Alias',
      properties: { FunctionName: `S.${name}` },
    };
    const reading = (seconds: number) => ({
      name: 'S.Look',
      type: 'AWS::Lambda::EventSourceMapping',
      properties: {
        FunctionName: alias.name,
        BatchSize: 5,
        MaximumBatchingWindowInSeconds: seconds,
      },
    });
    const rows = (seconds: number) => {
      const counted = { functions: { [name]: asks() }, storedBytes: 0 };
      return journeysBill(counted, [made(name, 256), alias, reading(seconds)], prices);
    };
    const amountOf = (what: string, seconds: number) =>
      rows(seconds).find((row) => row.what === what)?.amount;
    expect(amountOf('invocations', 0)).toBe(1_000_000);
    expect(amountOf('requests of queues', 0)).toBe(3_000_000);
    // A message every 2.6 s, and five polls: a poll of so many seconds has its batch of five.
    expect(amountOf('invocations', 300)).toBe(200_000);
    expect(amountOf('requests of queues', 300)).toBe(1_400_000);
    expect(amountOf('invocations', 26.28)).toBeCloseTo(500_000, -1);
  });

  it('a million journeys pay nothing for a function that is not deployed', () => {
    const counted = { functions: { 'payments.guess': asks() }, storedBytes: 0 };
    expect(() => journeysBill(counted, [], prices)).toThrow('The template has no function');
  });
});

it('every price names the page of AWS that states it', () => {
  for (const region of regions) {
    for (const { page, usd, per } of Object.values(pricesIn(region))) {
      expect(page).toMatch(/^https:\/\/aws\.amazon\.com\/[\w-]+\/pricing\/([\w-]+\/)?$/);
      expect(usd / per).toBeGreaterThan(0);
    }
  }
});
