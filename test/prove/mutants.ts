import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { command, UsageError } from '../../scripts/command-line/command.ts';
import { runAsProgram } from '../../scripts/command-line/program.ts';
import { fourDays } from '../../tools/tests/draw.ts';
import { type Mutant, plantedDefects } from './planted-defects.ts';

const help = `Plants one defect at a time in a copy of the product, and checks that the tests detect it: those that
are drawn today, tomorrow or on one of the two days after. The draws of four days play every case.

  npm run mutants                  all of them, in a few minutes on two cores
  npm run mutants -- --only TEXT   those whose name holds TEXT
  npm run mutants -- --help        shows this

It ends with 1 when a defect survives, or when one of the tests fails without a defect.
`;

const Report = v.object({
  testResults: v.array(
    v.object({
      message: v.string(),
      assertionResults: v.array(v.object({ status: v.string(), fullName: v.string() })),
    }),
  ),
});

export const mutants = command(
  { name: 'npm run mutants', help, options: { only: 'value' } },
  async (given) => {
    const only = given.text('only') ?? '';
    const wanted = plantedDefects.filter(({ name }) => name.includes(only));
    if (wanted.length === 0) throw new UsageError(`No defect's name holds "${only}".`);
    return main(wanted);
  },
);

async function main(wanted: readonly Mutant[]): Promise<number> {
  const copy = copyOfTheTree();
  try {
    const healthy = await baseline(copy, wanted);
    const survivors: string[] = healthy ? [] : ['(the tests themselves)'];
    console.log('| Defect | Noticed by | Drawn by | Seconds |\n| --- | --- | --- | --- |');
    for (const mutant of healthy ? wanted : []) {
      const started = performance.now();
      const caughtBy = await caught(copy, mutant);
      const seconds = ((performance.now() - started) / 1_000).toFixed(0);
      const { test = 'NO TEST', day = 'none of four days' } = caughtBy ?? {};
      console.log(`| ${mutant.name} | ${test} | ${day} | ${seconds} |`);
      if (caughtBy === undefined) survivors.push(mutant.name);
    }
    if (healthy) console.log(`\n${wanted.length - survivors.length} of ${wanted.length} noticed.`);
    return survivors.length > 0 ? 1 : 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** A copy of the tree without generated files. A defect is never written to the real tree. */
function copyOfTheTree(): string {
  const root = path.join(import.meta.dirname, '..', '..');
  const copy = mkdtempSync(path.join(tmpdir(), 'turnout-mutants-'));
  const left = /^(node_modules|dist|cdk\.out|\.git|\.turnout.*)$/;
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => !left.test(path.relative(root, source)),
  });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Whether every test that must detect a defect passes without one. */
async function baseline(copy: string, wanted: readonly Mutant[]): Promise<boolean> {
  const kinds = new Map(wanted.map(({ tests }) => [tests.join('|'), tests]));
  for (const tests of kinds.values()) {
    const { failed, ran } = await run(copy, tests, 'all');
    if (failed.length === 0 && ran > 0) continue;
    console.error(
      `Without any defect, of ${tests.join(', ')} fails: ${failed[0] ?? 'all, none ran'}`,
    );
    return false;
  }
  return true;
}

/** The first test that fails with this defect, and the day that draws it; undefined when none does. */
async function caught(copy: string, { name, file, from, to, tests }: Mutant) {
  const place = path.join(copy, file);
  const whole = readFileSync(place, 'utf8');
  if (whole.split(from).length !== 2) throw new Error(`"${name}" fits ${file} no more.`);
  writeFileSync(
    place,
    whole.replace(from, () => to),
  );
  try {
    for (const day of fourDays(new Date())) {
      const [test] = (await run(copy, tests, day)).failed;
      if (test !== undefined) return { test, day };
    }
    return undefined;
  } finally {
    writeFileSync(place, whole);
  }
}

async function run(copy: string, [file, named]: Mutant['tests'], DAY: string) {
  const report = path.join(copy, 'report.json');
  rmSync(report, { force: true });
  const filter = named === undefined ? [] : ['-t', named];
  const jest = ['node_modules/jest/bin/jest.js', file, ...filter];
  const output = ['--json', `--outputFile=${report}`, '--silent', '--forceExit'];
  await new Promise<void>((resolve, reject) => {
    const child = spawn('node', ['tools/launch/run.cjs', ...jest, ...output], {
      cwd: copy,
      env: { ...process.env, DAY },
      stdio: 'ignore',
    });
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  const { testResults } = v.parse(Report, JSON.parse(readFileSync(report, 'utf8')));
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  const ran = all.filter(({ status }) => status === 'passed' || status === 'failed').length;
  // A file that does not load was not detected by a test.
  return { failed, ran };
}

await runAsProgram(import.meta, mutants);
