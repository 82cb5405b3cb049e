import { spawnSync } from 'node:child_process';
import path from 'node:path';
import {
  missingPrograms,
  type PackageProgram,
  packageProgram,
  type TestProgram,
  testPrograms,
} from '../tools/tests/test-programs.ts';
import { command, UsageError } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';

const root = path.join(import.meta.dirname, '..');
const names = Object.keys(testPrograms);
const programs: Readonly<Record<string, TestProgram>> = testPrograms;

const help = `Lists the programs that some tests need, and which of them this machine has.

  npm run programs
  npm run programs -- --install

  --install          installs the missing ones: by apt-get, as root or with sudo, or by brew
  --without NAMES    leaves these out, with commas between them: php,perl
  --help             shows this

The names are ${names.join(', ')}. Tests that need a missing program are skipped.
`;

const options: Readonly<Record<PackageProgram, readonly string[]>> = {
  'apt-get': ['-y', '-qq', '--no-install-recommends'],
  brew: [],
};

const line = {
  name: 'npm run programs',
  help,
  options: { install: 'flag', without: 'value' },
} as const;

export const programsCommand = command(line, (given) => {
  const without = (given.text('without') ?? '').split(',').filter(Boolean);
  const unknown = without.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`There is no program "${unknown}". There are ${names.join(', ')}.`);
  }
  const wanted = Object.fromEntries(
    Object.entries(programs).filter(([name]) => !without.includes(name)),
  );
  const missing = missingPrograms(wanted);
  if (!given.has('install')) {
    for (const [name, { name: title, tests }] of Object.entries(wanted)) {
      const state = missing.includes(name) ? 'missing' : 'there';
      console.log(`${name.padEnd(14)} ${state.padEnd(8)} ${title}, for ${tests}`);
    }
    return 0;
  }
  return install(missing);
});

/** Installs these programs, and returns the exit code: 1 when one is missing that has to be there. */
function install(missing: readonly string[]): number {
  const by = packageProgram();
  if (by === 'apt-get' && missing.some((name) => programs[name]?.packages[by])) {
    run(['apt-get', 'update', '-qq']);
  }
  for (const name of missing) {
    const { packages, command: own } = programs[name] ?? { packages: {} };
    const wanted = by && packages[by];
    if (by && wanted) run([by, 'install', ...options[by], ...wanted]);
    else if (own) run(own);
  }
  const failed = missing.filter((name) => programs[name]?.isThere() === false);
  for (const name of failed) {
    console.log(`${programs[name]?.name} was not installed. Its tests are skipped.`);
  }
  // A machine without apt-get and brew has no way to install them.
  return by !== undefined && failed.some((name) => !programs[name]?.mayFail) ? 1 : 0;
}

/** Runs a command in the repository; apt-get as root. */
function run(given: readonly string[]): void {
  const needsSudo = given[0] === 'apt-get' && process.getuid?.() !== 0;
  const [program = '', ...args] = needsSudo ? ['sudo', ...given] : given;
  console.log([program, ...args].join(' '));
  spawnSync(program, args, { cwd: root, stdio: 'inherit' });
}

await runAsProgram(import.meta, programsCommand);
