import { drawFor } from '#switch/routing/draw.ts';
import { decide, problemOf } from '#switch/routing/rules/programs.ts';
import { selectAccounts } from '#switch/routing/select-accounts.ts';
import { anAccount } from '../test/support/routing-accounts.ts';
import {
  costOfRoutedPayment,
  longProgram,
  type RoutingSetup,
} from '../test/support/routing-costs.ts';
import { markdownTable } from './markdown-table.ts';
import { percentile } from './statistics.ts';

/**
 * The time of decisions as programs grow, the shares of a volume split, and the table's cost of a
 * payment under each routing. The costs are counted, not timed.
 */
export async function routing(rounds: number): Promise<string> {
  return [decisions(rounds), shares(), await costs()].join('\n\n');
}

function decisions(rounds: number): string {
  const rows = [1, 100, 1_000, 10_000].map((rules) => {
    const first: number[] = [];
    const later: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { data } = longProgram(rules, 'stripe_test');
      first.push(timed(() => decided(data)));
      later.push(timed(() => decided(data)));
    }
    const of = (times: readonly number[]) =>
      [50, 99].map((percent) => `${percentile(times, percent).toFixed(3)} ms`).join(' · ');
    return [rules.toLocaleString('en'), of(first), of(later)];
  });
  const head = [
    'rules, the last one true',
    'checked and decided: p50 · p99',
    'decided again: p50 · p99',
  ];
  return markdownTable(head, rows);
}

const facts = { amount: 6_540, currency: 'USD' };

function decided(program: ReturnType<typeof longProgram>['data']): void {
  const problem = problemOf(program, 'payment');
  if (problem !== undefined || !decide(program, facts).rule) throw new Error('Not decided.');
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Payments that are split. */
const split = 100_000;

function shares(): string {
  const wanted = { fauxpay: 70, phonypay: 25, pretendpay: 5 } as const;
  const names = ['fauxpay', 'phonypay', 'pretendpay'] as const;
  const accounts = names.map((name) => anAccount(name));
  const data = names.map((connector) => ({ connector, split: wanted[connector] }));
  const counts = new Map<string, number>();
  for (let payment = 0; payment < split; payment += 1) {
    const draw = drawFor('split', `pay_${payment}_1`);
    const [first] = selectAccounts(accounts, { type: 'volume_split', data }, draw).accounts;
    if (first) counts.set(first.connectorName, (counts.get(first.connectorName) ?? 0) + 1);
  }
  const rows = names.map((name) => {
    const share = wanted[name] / 100;
    const deviation = Math.sqrt(split * share * (1 - share));
    const count = counts.get(name) ?? 0;
    const off = (count - split * share) / deviation;
    return [name, `${wanted[name]} %`, String(count), `${off.toFixed(2)} σ`];
  });
  const title = `of ${split.toLocaleString('en')} payments`;
  return markdownTable([title, 'share', 'taken', 'off by'], rows);
}

const at = '2026-01-01T00:00:00.000Z';
const learnedRates = {
  id: 'routing_1',
  features: 'dynamic_connector_selection' as const,
  stated: {},
  params: ['PaymentMethod' as const],
  minOutcomes: 5,
  maxOutcomes: 200,
  defaultRate: 1,
  exploration: 0.2,
  createdAt: at,
  modifiedAt: at,
};

async function costs(): Promise<string> {
  const setups: readonly (readonly [string, RoutingSetup])[] = [
    ['fallback list', {}],
    ['fallback list, 10 algorithms on file', { onFile: 10 }],
    ['fallback list, 10,000 algorithms on file', { onFile: 10_000 }],
    ['single', { active: (data) => ({ type: 'single', data }) }],
    [
      'volume split',
      { active: (connector) => ({ type: 'volume_split', data: [{ connector, split: 1 }] }) },
    ],
    ['program of 50 rules', { active: (choice) => longProgram(50, choice) }],
    ['learned success rates', { learns: { successBased: learnedRates } }],
  ];
  const rows: string[][] = [];
  for (const [name, setup] of setups) {
    const { calls, steps, writeUnits, readUnits } = await costOfRoutedPayment(setup);
    rows.push([name, ...[calls, steps, writeUnits, readUnits].map(String)]);
  }
  const head = ['a create with confirm by', 'calls', 'steps', 'write units', 'read units'];
  return markdownTable(head, rows);
}
