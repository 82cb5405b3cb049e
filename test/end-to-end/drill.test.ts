import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { causeCommands, withIdsIn } from '../support/documents/runbook-commands.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';

const { each } = drawnByDay('drills');

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'turnout-drills-'));
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** How many commands may lead from the alarm to the cause. */
const mostCommands = 5;

/** A drill that waits, as its person starts it. */
async function startDrill(seed: number) {
  const log = join(folder, `${seed}.log`);
  const args = [
    'tools/launch/run.cjs',
    'scripts/turnout/drill.ts',
    '--seed',
    String(seed),
    '--log',
    log,
    '--wait',
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (text) => {
      said += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child);
    return Number(code);
  });
  /** Waits for this pattern in the drill's output, and returns the match. */
  const hears = (pattern: RegExp) =>
    eventually(() => {
      const found = pattern.exec(said);
      if (!found && child.exitCode === null) throw new Error(`It has only said: ${said}`);
      if (!found) return [`It ended: ${said}`, ''];
      return found;
    });
  await hears(/^Press Enter to begin\.$/m);
  return { child, log, ended, hears, said: () => said };
}
type Drill = Awaited<ReturnType<typeof startDrill>>;

/** Runs a line in bash, as an operator does, and returns all that it prints. */
const inShell = (line: string) =>
  new Promise<string>((resolve) => {
    execFile('bash', ['--norc', '-c', line], { cwd: root }, (_, out, error) =>
      resolve(`${out}${error}`),
    );
  });

/** The output of the first commands of a page, with the ids from the output of earlier commands. */
async function printedBy(page: string, source: string): Promise<string> {
  let printed = '';
  for (const command of causeCommands(page).slice(0, mostCommands)) {
    // The page of runbooks states that these do not work on a laptop.
    if (command.startsWith('aws ')) continue;
    // A page begins with a line for a production, which changes nothing in the shell of a drill.
    const asPasted = `${source}; source docs/runbooks/commands.sh production`;
    printed += await inShell(`${asPasted}; ${withIdsIn(printed, command)}`);
  }
  return printed;
}

/** The signs of the cause, as the commands print them: field=value, or words of an error. */
async function answerOf({ child, hears }: Drill): Promise<readonly string[]> {
  child.stdin.write('answer\n');
  const [, lines = ''] = await hears(/^The cause: .+\n((?: {2}\w+=.+\n)+)/m);
  return [...lines.matchAll(/^ {2}(\w+)=(.+)$/gm)].map(([, name, value = '']) =>
    name === 'error' ? value : `${name}=${value}`,
  );
}

const pages = {
  money: 'docs/runbooks/money-in-doubt.md',
  processor: 'docs/runbooks/processor-down.md',
  routing: 'docs/runbooks/routing-trouble.md',
} as const;

/** One for each alarm that a drill rings. */
each([
  ['another amount', 2, pages.money, 'MoneyInDoubt', 'IntegrityFailure'],
  ['a contradiction', 16, pages.money, 'MoneyInDoubt', 'ConflictingOutcome'],
  ['refused credentials', 5, pages.processor, 'PaymentsInTrouble', 'CredentialsRefused'],
  ['a silent processor', 4, pages.processor, 'PaymentsInTrouble', 'CircuitOpened'],
  ['a program that fits no payment', 1, pages.routing, 'PaymentsInTrouble', 'RoutingFallback'],
])(
  'the runbook that the alarm names leads to the cause in five commands at most: %s',
  async (_, seed, page, wakes, leads) => {
    const drill = await startDrill(seed);
    const [, consoleUrl = ''] = await drill.hears(/its console at (http:\S+)\. /);
    const { port } = new URL(consoleUrl);
    const source = `export CONSOLE_PORT=${port} DRILL_LOG='${drill.log}'; source docs/runbooks/commands.sh`;
    expect(await inShell(`${source}; alarms`)).toBe('No alarm is on.\n');
    const before = await printedBy(page, source);

    drill.child.stdin.write('\n');
    const [pager = ''] = await drill.hears(/^\S+Z {2}It is on:$.*?Ctrl-C ends everything\.$/ms);
    expect(pager).toContain(source);
    expect([...pager.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name)).toEqual([wakes, leads]);
    expect([...pager.matchAll(/Runbook: (\S+)\.$/gm)].map(([, found]) => found)).toEqual([page]);
    const printed = await printedBy(page, source);

    const signs = await answerOf(drill);
    expect(signs.length).toBeGreaterThan(2);
    for (const sign of signs) {
      expect(printed).toContain(sign);
      expect(before).not.toContain(sign);
      expect(pager).not.toContain(sign);
    }
    drill.child.stdin.end();
    expect(await drill.ended).toBe(0);
  },
);

it('a drill prints its address, its alarms and its cause as lines of JSON with --json', async () => {
  const log = join(folder, 'json.log');
  const args = [
    'tools/launch/run.cjs',
    'scripts/turnout/drill.ts',
    '--seed',
    '2',
    '--log',
    log,
    '--json',
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  const lines: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)));
  const kinds = () => lines.map(({ kind }) => kind);
  await eventually(() => expect(kinds()).toEqual(['ready', 'alarms']));
  child.stdin.write('answer\n');
  await eventually(() => expect(kinds()).toEqual(['ready', 'alarms', 'cause']));
  child.stdin.end();
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  const [ready, alarms, cause] = lines;
  expect(ready).toMatchObject({ log_file: log, console_url: expect.stringMatching(/^http:/) });
  expect(alarms).toHaveProperty(
    'alarms',
    expect.arrayContaining([expect.objectContaining({ name: 'MoneyInDoubt' })]),
  );
  expect(cause).toMatchObject({ signs: { result: 'integrity_mismatch' } });
});
