import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  fourDays,
  isPlayed,
  isPlayedAtAll,
  kinds,
  lineOf,
  playsUndrawn,
  readDraw,
  variableOf,
} from '../../tools/tests/draw.ts';
import { isLong } from '../../tools/tests/expected-times.ts';

const root = path.join(import.meta.dirname, '..', '..');
const now = new Date('2026-11-28T23:59:59.999Z');
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const names = Array.from({ length: 400 }, (_, index) => `case ${index}`);

describe('the draw of a day', () => {
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => path.join(root, file));
  const suites = files.map((file) => readFileSync(file, 'utf8'));

  it.each(kinds)('any four days in a row play each case of the kind %s once', (kind) => {
    for (const first of ['2026-11-28', '2027-02-27', '2028-02-26', '2026-12-30', '1969-12-30']) {
      const days = fourDays(new Date(first));
      expect(days).toEqual([0, 1, 2, 3].map((index) => dayAfter(first, index)));
      const often = names.filter(
        (name) => days.filter((day) => isPlayed({ plays: 'day', day }, kind, name)).length !== 1,
      );
      expect([first, often]).toEqual([first, []]);
    }
  });

  it.each(kinds)('a day and its rest play each case of the kind %s once', (kind) => {
    const draws = [readDraw('2026-11-28'), readDraw('rest-of-2026-11-28')];
    const often = names.filter(
      (name) => draws.filter((draw) => isPlayed(draw, kind, name)).length !== 1,
    );
    expect(often).toEqual([]);
    expect(names.filter((name) => !isPlayed(readDraw('all'), kind, name))).toEqual([]);
  });

  it('the draw of a day plays about a quarter of many cases', () => {
    const played = names.filter((name) => isPlayed(readDraw('2026-11-28'), kinds[0], name));
    expect(played.length).toBeGreaterThan(names.length / 8);
    expect(played.length).toBeLessThan(names.length / 2);
  });

  it('the draw of a day plays the same cases in each version of the product', () => {
    const played = names.filter((name) => isPlayed(readDraw('2026-11-28'), 'crash', name));
    expect(played.slice(0, 5)).toEqual(['case 0', 'case 6', 'case 8', 'case 15', 'case 16']);
  });

  const inSuites = kinds.filter((kind) => kind !== 'suites');
  it.each(inSuites)('a suite of the repository draws cases of the kind %s', (kind) => {
    expect(suites.some((text) => text.includes(`drawnByDay('${kind}')`))).toBe(true);
  });

  it('any four days in a row play each long suite once, and all others four times', () => {
    const draws = fourDays(now).map((day) => readDraw(day));
    const often = files.filter(
      (file) => draws.filter((draw) => playsUndrawn(draw, file)).length !== (isLong(file) ? 1 : 4),
    );
    expect(often).toEqual([]);
    expect(files.some(isLong)).toBe(true);
  });

  it('a day and its rest play each suite once, wherever the clone is', () => {
    const draws = [readDraw('2026-11-28'), readDraw('rest-of-2026-11-28')];
    const often = files.filter(
      (file) => draws.filter((draw) => playsUndrawn(draw, file)).length !== 1,
    );
    expect(often).toEqual([]);
    const [long = ''] = files.filter(isLong);
    const elsewhere = `/test/clone/test/${path.relative(path.join(root, 'test'), long)}`;
    for (const draw of draws) {
      expect(playsUndrawn(draw, elsewhere)).toBe(playsUndrawn(draw, long));
    }
  });

  it('a suite that draws cases is played each day, and no other long suite of another day', () => {
    for (const draw of fourDays(now).map((day) => readDraw(day))) {
      const atAll = files.filter((file) => isPlayedAtAll(draw, file));
      const expected = files.filter(
        (file) =>
          playsUndrawn(draw, file) || readFileSync(file, 'utf8').includes('/drawn-by-day.ts'),
      );
      expect(atAll).toEqual(expected);
    }
  });

  it('only suites import the draw, so that the rest of a day finds all that draw', () => {
    const importing = globSync('{test,scripts,bench,tools}/**/*.ts', { cwd: root }).filter((file) =>
      /^import \{[^}]+\} from '[^']*\/drawn-by-day\.ts'/m.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
    );
    expect(importing.filter((file) => !/\.test\.ts$/.test(file))).toEqual([]);
  });
});

describe('the variable DAY', () => {
  it.each([
    [undefined, { plays: 'day', day: '2026-11-28' }],
    ['2028-02-29', { plays: 'day', day: '2028-02-29' }],
    ['all', { plays: 'all' }],
    ['rest', { plays: 'rest', day: '2026-11-28' }],
    ['rest-of-2026-11-27', { plays: 'rest', day: '2026-11-27' }],
  ] as const)('DAY=%s names a draw, in UTC', (variable, draw) => {
    expect(readDraw(variable, now)).toEqual(draw);
    expect(readDraw(variableOf(draw), now)).toEqual(draw);
    expect(lineOf(draw)).toContain(`DAY=${variableOf(draw)} npm test`);
  });

  it.each([
    ...['', ' ', '2026-02-30', '2027-02-29', '2026-13-01', '26-11-28', '2026-11-28T00:00'],
    ...['20261128', 'today', 'ALL', 'rest-of-', 'rest-of-2026-02-30', '2026-11-28\n2026-11-29'],
  ])('DAY=%j names no draw, and is refused in one line', (variable) => {
    const refusal = () => readDraw(variable, now);
    expect(refusal).toThrow(`DAY=${JSON.stringify(variable)} is no draw.`);
    expect(refusal).not.toThrow('\n');
  });
});

describe('a run of drawn suites', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'turnout-drawn-suites-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const tool = (file: string) => path.join(root, 'tools', 'tests', file);
  const support = path.join(root, 'test', 'support', 'runner', 'drawn-by-day.ts');
  const some = names.slice(0, 40);
  const ofAnotherDay = names
    .slice(40)
    .filter((name) => !isPlayed(readDraw('2026-11-28'), kinds[0], name))
    .slice(0, 2);

  function jest(args: readonly string[], DAY: string | undefined) {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, DAY };
    const all = ['node_modules/jest/bin/jest.js', ...args];
    return new Promise<{ code: number; out: string; shown: string }>((resolve) => {
      execFile(process.execPath, all, { cwd: root, env }, (failure, out, shown) =>
        resolve({ code: Number(failure?.code ?? 0), out, shown }),
      );
    });
  }

  // Suites of this folder are long.
  const long = ['0', '1', '2', '3', '4', '5'].map((name) => `tools/${name}.test.ts`);
  const isOfDay = (file: string) =>
    playsUndrawn(readDraw('2026-11-28'), path.join(folder, 'test', file));
  const [longOfDay = ''] = long.filter(isOfDay);
  const [longOfAnother = ''] = long.filter((file) => !isOfDay(file));

  /**
   * Runs four suites: one that draws from forty cases, and has a test of its own, one that draws from
   * one, and two that are long.
   */
  async function run(DAY: string | undefined, ...more: readonly string[]) {
    mkdirSync(path.join(folder, 'test', 'tools'), { recursive: true });
    const suites = {
      [longOfDay]: "it('a long suite of the day', () => {});",
      [longOfAnother]: `
        if (process.env.DAY === '2026-11-28') throw new Error('It is loaded in vain.');
        it('a long suite of another day', () => {});
      `,
      'forty.test.ts': `
        import { drawnByDay } from '${support}';
        const { each, partly, played } = drawnByDay('${kinds[0]}');
        it('one of the others', () => {});
        describe('a table', () => each(${JSON.stringify(some)})('plays %s', () => {}));
        describe('a preparation', () => {
          beforeAll(() => {
            if (process.env.DAY === '2026-11-28') throw new Error('It is made in vain.');
          });
          each(${JSON.stringify(ofAnotherDay)})('needs it, %s', () => {});
        });
        describe('cases inside a test', () => partly('plays some', () => { played([['case 0', 0]]) }));
      `,
      'one.test.ts': `
        import { drawnByDay } from '${support}';
        drawnByDay('${kinds[0]}').each([{ name: 'case 1' }])('alone, $name', () => {});
      `,
    };
    for (const [name, text] of Object.entries(suites)) {
      writeFileSync(path.join(folder, 'test', name), text);
    }
    const config = {
      rootDir: folder,
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      runtime: tool('plain-runtime.mjs'),
      testEnvironment: tool('plain-environment.mjs'),
      runner: tool('fresh-workers.mjs'),
      transform: {},
      globalSetup: tool('test-run-folder.mjs'),
      globalTeardown: tool('end-test-run.mjs'),
      reporters: ['default', tool('closing-line.mjs')],
    };
    writeFileSync(path.join(folder, 'jest.json'), JSON.stringify(config));
    const report = path.join(folder, 'report.json');
    const { code, out } = await jest(
      [
        '--config',
        path.join(folder, 'jest.json'),
        '-i',
        '--json',
        `--outputFile=${report}`,
        ...more,
      ],
      DAY,
    );
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const ran: string[] = testResults.flatMap(
      ({ assertionResults }: { assertionResults: { status: string; title: string }[] }) =>
        assertionResults.flatMap(({ status, title }) => (status === 'passed' ? [title] : [])),
    );
    const lines = out.trimEnd().split('\n');
    return { code, ran, first: lines[0], last: lines.slice(-2) };
  }

  const titles = (DAY: string) =>
    some.filter((name) => isPlayed(readDraw(DAY), kinds[0], name)).map((name) => `plays ${name}`);

  it('a run plays the cases of its day, and ends with how many of how many', async () => {
    const { code, ran, first, last } = await run('2026-11-28');
    expect(code).toBe(0);
    expect(first).toBe('Drawn by 2026-11-28: DAY=2026-11-28 npm test draws the same');
    const alone = isPlayed(readDraw('2026-11-28'), kinds[0], 'case 1') ? ['alone, case 1'] : [];
    const table = titles('2026-11-28');
    const others = ['one of the others', 'a long suite of the day'];
    expect(ran.sort()).toEqual([...alone, ...others, ...table, 'plays some'].sort());
    const played = table.length + alone.length;
    const inside = isPlayed(readDraw('2026-11-28'), kinds[0], 'case 0') ? 1 : 0;
    expect(last).toEqual([
      `Played cases: ${kinds[0]} ${played + inside} of 44 · suites 1 of 2`,
      `${ran.length} passed, 0 failed`,
    ]);
  });

  it('the rest of a day plays the cases that the day leaves out, and none of the tests that are not drawn', async () => {
    const { code, ran } = await run('rest-of-2026-11-28');
    expect(code).toBe(0);
    expect(ran).not.toContain('one of the others');
    expect(ran).not.toContain('a long suite of the day');
    expect(ran).toContain('a long suite of another day');
    const ofDay = [...titles('2026-11-28'), 'alone, case 1'];
    const rest = some.map((name) => `plays ${name}`).filter((title) => !ofDay.includes(title));
    expect(ran.filter((title) => /^plays case/.test(title)).sort()).toEqual(rest.sort());
  });

  it('a run of all cases plays each of them, and so does one that names tests or suites, unless it states its day', async () => {
    const all = await run('all');
    expect(all.ran).toHaveLength(some.length + 7);
    expect(all.last[0]).toBe(`Played cases: ${kinds[0]} 44 of 44 · suites 2 of 2`);
    const named = await run(undefined, '-t', 'case 39');
    expect(named.ran).toEqual(['plays case 39']);
    expect(named.last).toEqual(['', '1 passed, 0 failed, 46 skipped']);
    const suite = await run(undefined, 'forty');
    expect(suite.ran).toHaveLength(some.length + 4);
    const ofDay = await run('2026-11-28', 'one.test');
    expect(ofDay.ran.length).toBe(Number(isPlayed(readDraw('2026-11-28'), kinds[0], 'case 1')));
  });

  it('a run whose DAY names no draw ends before any test, with one line', async () => {
    const { code, out, shown } = await jest(['test/tools/draw.test.ts'], '2026-02-30');
    expect([code, out]).toEqual([2, '']);
    expect(shown.trimEnd()).toMatch(/^DAY="2026-02-30" is no draw\. .+$/);
  });
});
