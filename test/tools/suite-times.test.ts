import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'turnout-times-'));
afterAll(() => rmSync(folder, { recursive: true }));

const working = (ms: number) =>
  `while (process.cpuUsage().user + process.cpuUsage().system < ${ms * 1_000});`;

it('a suite’s line states its wall time, its CPU time and the CPU time of processes that it started', () => {
  const file = path.join(folder, 'times.tsv');
  const module = pathToFileURL(path.join(root, 'tools', 'tests', 'suite-times.mjs'));
  const program = `
    import { spawnSync } from 'node:child_process';
    import { measureSuite } from '${module}';
    const end = measureSuite(process.cwd() + '/test/some.test.ts');
    const before = process.cpuUsage();
    for (;;) {
      const { user, system } = process.cpuUsage(before);
      if (user + system > 50_000) break;
    }
    spawnSync(process.execPath, ['--eval', ${JSON.stringify(working(200))}]);
    end();
  `;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, TURNOUT_TEST_TIMES: file },
  });
  const [suite, ...numbers] = readFileSync(file, 'utf8').trim().split('\t');
  expect(suite).toBe('test/some.test.ts');
  const [wallMs, cpuMs, startedMs] = numbers.map(Number);
  expect(cpuMs).toBeGreaterThanOrEqual(50);
  // The kernel counts in hundredths of a second.
  expect(startedMs).toBeGreaterThanOrEqual(process.platform === 'linux' ? 180 : 0);
  expect(wallMs).toBeGreaterThan(0);
});

it('a run whose option for times has no file ends with 2 and says so', () => {
  for (const args of [['--times'], ['--times', '--silent'], ['--times=']]) {
    const { status, stderr } = spawnSync(process.execPath, ['tools/tests/test.mjs', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([args, status]).toEqual([args, 2]);
    expect(stderr).toBe('--times needs a file: npm test -- --times times.tsv\n');
  }
});
