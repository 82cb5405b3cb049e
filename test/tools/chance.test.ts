import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { clocks, failuresIn, type JestResults } from '../prove/chance/rounds.ts';

const root = path.join(import.meta.dirname, '..', '..');

const resultsOf = (statuses: Readonly<Record<string, string>>): JestResults => {
  const failed = Object.values(statuses).filter((status) => status === 'failed').length;
  return {
    numPassedTests: Object.keys(statuses).length - failed,
    numFailedTests: failed,
    testResults: [
      {
        name: 'test/a.test.ts',
        status: failed > 0 ? 'failed' : 'passed',
        message: '',
        assertionResults: Object.entries(statuses).map(([fullName, status]) => ({
          fullName,
          status,
          failureMessages: status === 'failed' ? ['It was late.'] : [],
        })),
      },
    ],
  };
};

it('a test that failed in one of several rounds is listed with the rounds in which it failed', () => {
  const rounds = [
    { number: 1, clock: 'now', results: resultsOf({ one: 'passed', other: 'failed' }) },
    { number: 2, clock: 'midnight', results: resultsOf({ one: 'failed', other: 'failed' }) },
    { number: 3, clock: 'month end', results: resultsOf({ one: 'passed', other: 'passed' }) },
  ];
  expect(failuresIn(rounds)).toEqual([
    {
      test: 'test/a.test.ts: other',
      rounds: [
        { number: 1, clock: 'now' },
        { number: 2, clock: 'midnight' },
      ],
      message: 'It was late.',
    },
    {
      test: 'test/a.test.ts: one',
      rounds: [{ number: 2, clock: 'midnight' }],
      message: 'It was late.',
    },
  ]);
});

it('a suite that could not start is listed as one failure', () => {
  const results: JestResults = {
    numPassedTests: 0,
    numFailedTests: 0,
    testResults: [
      { name: 'test/a.test.ts', status: 'failed', message: 'No module.', assertionResults: [] },
    ],
  };
  expect(failuresIn([{ number: 1, clock: 'now', results }])).toEqual([
    { test: 'test/a.test.ts', rounds: [{ number: 1, clock: 'now' }], message: 'No module.' },
  ]);
});

it.each([
  ['midnight', '2027-01-31T23:59:40.000Z'],
  ['month end', '2027-01-31T23:59:40.000Z'],
  ['year end', '2027-12-31T23:59:40.000Z'],
  ['leap day', '2028-02-28T23:59:40.000Z'],
  ['day after a leap day', '2028-02-29T23:59:40.000Z'],
])('a round before %s begins twenty seconds before it', (name, expected) => {
  const now = new Date('2027-01-31T12:00:00Z');
  expect(new Date(now.getTime() + (clocks[name]?.(now) ?? 0)).toISOString()).toBe(expected);
});

it('a shifted clock is later in a process and in the threads that it starts, and counts on', () => {
  const clock = path.join(root, 'tools', 'tests', 'shifted-clock.cjs');
  const program = `
    const { Worker } = require('node:worker_threads');
    const times = 'postMessage([Date.now(), new Date().getTime(), new Date(5).getTime()])';
    new Worker('const { parentPort } = require("node:worker_threads"); parentPort.' + times, { eval: true })
      .on('message', (thread) => console.log(JSON.stringify({
        own: [Date.now(), new Date().getTime(), Date.parse(Date())],
        is: [new Date() instanceof Date, new Date().constructor === Date],
        thread,
      })));
  `;
  const dayMs = 86_400_000;
  const before = Date.now();
  const { own, is, thread } = JSON.parse(
    execFileSync(process.execPath, ['--eval', program], {
      encoding: 'utf8',
      env: {
        ...process.env,
        CLOCK_SHIFT_MS: String(400 * dayMs),
        NODE_OPTIONS: `--require=${JSON.stringify(clock)}`,
      },
    }),
  );
  const range = [before + 400 * dayMs - 1_000, Date.now() + 400 * dayMs];
  for (const at of [...own, thread[0], thread[1]]) {
    expect(at).toBeGreaterThanOrEqual(Number(range[0]));
    expect(at).toBeLessThanOrEqual(Number(range[1]));
  }
  expect(thread[2]).toBe(5);
  expect(is).toEqual([true, true]);
});
