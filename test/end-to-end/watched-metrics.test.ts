import { readFileSync } from 'node:fs';
import { accessMetrics, lineMetrics, metricNames } from '#platform/metrics.ts';
import { aVaultCard } from '../scenarios/running-shop.ts';
import { functionNamed } from '../support/deployment/function-names.ts';
import { isThere } from '../support/documents/named-tests.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, successful } from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';
import { retrying, ruleFor, takenBySecond } from '../support/table/falling-through.ts';

/**
 * Metrics that an ordinary run does not send: troubles of processors, receivers, the vault and
 * operators. Each has the test in which its code sends the metric, by the test's name.
 */
const rare: Readonly<Record<string, readonly [file: string, test: string]>> = {
  Silenced: [
    'test/documents/alarms-document.test.ts',
    "the runbooks' commands silence the alarms minute by minute, so that the silence ends by itself",
  ],
  ProbeSucceeded: [
    'test/end-to-end/probe.test.ts',
    'a probe pays as a merchant does and sees its signed webhook taken, again and again',
  ],
  ProbeMs: [
    'test/end-to-end/probe.test.ts',
    'a probe pays as a merchant does and sees its signed webhook taken, again and again',
  ],
  SyncOverdue: [
    'test/functions/refunds/refunds.test.ts',
    'a slow refund is synced every five minutes, and raises an alarm after fifteen',
  ],
  WaitingTooLong: [
    'test/prove/faults/rows.test.ts',
    'a lost answer at a processor without search leaves a refund pending too, until its webhook comes',
  ],
  OldestDueSeconds: [
    'test/functions/queues/find-due.test.ts',
    'the search for due items reports the age of the oldest, and nothing when none is due',
  ],
  IntegrityFailure: [
    'test/prove/faults/rows.test.ts',
    'a processor that charges another amount makes the payment conflicted, and raises an alarm',
  ],
  ConflictingOutcome: [
    'test/functions/incoming-webhooks/other-processors.test.ts',
    'a webhook that charges a failed capture raises an alarm',
  ],
  RoutingFallback: [
    'test/functions/routing/routed-payments.test.ts',
    'an unusable algorithm leaves the fallback list, which is logged and counted, and keeps the program',
  ],
  FailoverStopped: [
    'test/functions/payments/fall-through.test.ts',
    "a payment under failover fails with the first decline, with the reason logged and counted, when the second account's credentials do not open",
  ],
  UseNotRecorded: [
    'test/shared/vault/card-vault.test.ts',
    'a card in the vault is used all the same when its use cannot be recorded, which is logged and counted',
  ],
  CredentialsRefused: [
    'test/shared/connectors/connectors.test.ts',
    'a processor that refuses our credentials is reported to operators, without the credentials: %i',
  ],
  CircuitOpened: [
    'test/shared/connectors/send-exchange.test.ts',
    'a processor that does not answer gets no request after five times %s, and nothing is sent',
  ],
  AuthorizationDrop: [
    'test/shared/webhooks/monitoring/authorization-drop.test.ts',
    'a connector whose share falls is reported once for each fifty results, with both shares',
  ],
  DestinationFailing: [
    'test/functions/queues/deliver-webhook.test.ts',
    'W5: a receiver counts once as failing, also when it asks to wait after its ninth attempt',
  ],
  EndpointSwitchedOff: [
    'test/functions/webhook-endpoints/switched-off.test.ts',
    'an endpoint that accepts nothing for five days is disabled, once, and operators are alerted',
  ],
  UndeliveredParked: [
    'test/functions/queues/deliver-webhook.test.ts',
    'W9: an event whose every attempt fails is parked and listed, and raises an alarm',
  ],
  OverdueItems: ['test/shared/vault/jobs/sweep.test.ts', 'the sweeper reports the overdue amount'],
  SweepFailed: [
    'test/shared/vault/jobs/sweep.test.ts',
    'the sweeper reports a run that ended half-way',
  ],
  AuditFinding: [
    'test/shared/vault/jobs/seal-audit.test.ts',
    'the sealing job reports each suspicious finding once, and names no address',
  ],
  AuditSealBehindSeconds: [
    'test/shared/vault/jobs/seal-audit.test.ts',
    'the sealing job reports its delay after a long pause, until it has caught up',
  ],
  AuditFailed: [
    'test/shared/vault/metered.test.ts',
    "the vault's metrics count a failed audit write, which still fails for its caller",
  ],
  PagesTampered: [
    'test/shared/vault/jobs/check-pages.test.ts',
    'the check of the pages finds a single byte that was added to %s',
  ],
};

const ours = [...metricNames, ...Object.keys(lineMetrics), ...Object.keys(accessMetrics)];

const live = aRunningSwitch({
  own: 'It proves which metrics are measured there.',
  merchant: { connectors: ['fauxpay', 'stripe_test'] },
  webhooks: {},
});
const call: typeof live.running.call = (method, at, given = {}) =>
  live.running.call(method, at, { key: live.merchant.key, ...given });
const isMeasured = (name: string) =>
  live.running.assembly.metrics.series('Turnout/laptop', name).length > 0;

/** Does something while a function of this name may not do this. */
function without<T>(name: string, action: RegExp, act: () => Promise<T>): Promise<T> {
  const { iam } = live.running.assembly;
  const grant = iam
    .grants()
    .find((one) => functionNamed(one.functionLogicalId) === name && action.test(one.action));
  if (!grant) throw new Error(`${name} is not granted ${action}.`);
  return iam.without(grant, act);
}

/** Runs a job that a schedule starts; false when it failed. */
function ranJob(name: string, event: object): Promise<boolean> {
  const { functions, invoke } = live.running.assembly;
  const job = functions.find(({ logicalId }) => functionNamed(logicalId) === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  return invoke(job.logicalId, event).then(
    () => true,
    () => false,
  );
}

/** Payments, one of them saved by a second processor, a refund, and requests that do not succeed. */
beforeAll(async () => {
  const { running, merchant } = live;
  const profile = `/account/${merchant.id}/business_profile/${merchant.profileId}`;
  successful(await call('POST', profile, { body: retrying }));
  const rule = ruleFor('fauxpay', { unified_code: 'UE_9000', unified_message: 'Declined' });
  successful(await call('POST', '/gsm', { key: adminKey, body: rule }));
  const paid = successful(await call('POST', '/payments', { body: aSale() }));
  const refund = { payment_id: textAt(paid, 'payment_id'), amount: 100 };
  successful(await call('POST', '/refunds', { body: refund }));
  // If a webhook of the first processor about its decline comes first, no second processor is
  // asked.
  await eventually(async () => {
    successful(await call('POST', '/payments', { body: aSale(takenBySecond) }));
    await running.assembly.idle();
    expect(isMeasured('SavedByRetry')).toBe(true);
  });
  expect((await call('GET', '/payments/pay_unknown')).status).toBe(404);
  await without('customers.create', /PutItem/, async () => {
    expect((await call('POST', '/customers', { body: {} })).status).toBe(500);
  });
  await aVaultCard(running, merchant);
  const stranger = { query: { api_key: 'vk_nobody' } };
  await running.call('GET', `${running.vaultUrl}/api/v1/cards/none`, stranger);
  const compromised = { tenant: merchant.id, compromised: { keyClass: 'pan', version: 1 } };
  await without('vault-jobs.rotate-keys', /kms:GenerateDataKey/, async () => {
    expect(await ranJob('vault-jobs.rotate-keys', compromised)).toBe(false);
  });
  await running.assembly.idle();
});

it('every metric in a dashboard or an alarm is emitted in this run or in a listed test', () => {
  const untold = ours.filter((name) => !isMeasured(name));
  expect(untold.sort()).toEqual(Object.keys(rare).sort());
});

it.each(Object.entries(rare))(
  'the rare metric %s is emitted in its listed test',
  (name, [file, test]) => {
    expect([name, isThere({ file, name: test })]).toEqual([name, true]);
    expect(readFileSync(file, 'utf8')).toContain(name);
  },
);

describe('the metrics and alarms of a laptop', () => {
  it('the laptop draws all widgets of both dashboards, with a line in each that this machine can measure', () => {
    const dashboards = live.running.assembly.metrics.dashboards({ lastMs: 3_600_000 });
    expect(dashboards.map(({ name }) => name)).toHaveLength(2);
    const graphs = dashboards.flatMap(({ widgets }) =>
      widgets.flatMap((one) => (one.kind === 'graph' ? [one] : [])),
    );
    expect(graphs.length).toBeGreaterThan(25);
    const empty = graphs.filter(({ lines, onlyInAws }) => lines.length + onlyInAws.length === 0);
    expect(empty.map(({ title }) => title)).toEqual([]);
    const requests = graphs.find(({ title }) => title === 'Requests')?.lines[0]?.values ?? [];
    expect(requests.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBeGreaterThan(5);
  });

  it('the laptop evaluates all alarms, composite ones first, and a crossed one is on', async () => {
    const { metrics } = live.running.assembly;
    const stateOf = (name: string) => metrics.alarms().find((one) => one.name === name)?.state;
    expect(
      metrics
        .alarms()
        .map(({ isComposite }) => isComposite)
        .slice(0, 5),
    ).toEqual([...[true, true, true, true, false]]);
    expect([stateOf('IntegrityFailure'), stateOf('MoneyInDoubt')]).toEqual(['OK', 'OK']);
    const line = {
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          {
            Namespace: 'Turnout/laptop',
            Dimensions: [[]],
            Metrics: [{ Name: 'IntegrityFailure', Unit: 'Count' }],
          },
        ],
      },
      IntegrityFailure: 1,
    };
    metrics.readLine('a log group', JSON.stringify(line));
    expect([stateOf('IntegrityFailure'), stateOf('MoneyInDoubt')]).toEqual(['ALARM', 'ALARM']);
  });
});
