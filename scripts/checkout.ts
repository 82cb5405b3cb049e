import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandFailed, command, UsageError } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';

const help = `Builds Hyperswitch's checkout, unchanged, for the test that pays with it in a browser.

  npm run checkout -- DIR

  DIR       a clone of https://github.com/juspay/hyperswitch-web with its submodule shared-code,
            of any release or revision
  --help    shows this

It installs the packages of the clone without their scripts, compiles its ReScript and bundles it
for the environment "local". The files are in DIR/dist, and the last line says how to test them. The
clone may be anywhere but in this repository.
`;

export const checkoutCommand = command(
  { name: 'npm run checkout', help, options: {}, operands: ['DIR'] },
  (given, { directory }) => {
    const [named = ''] = given.operands;
    const clone = resolve(directory, named);
    if (!existsSync(join(clone, 'rescript.json'))) {
      throw new UsageError(`${named} is no clone of hyperswitch-web: it has no rescript.json.`);
    }
    const shared = join(clone, 'shared-code');
    if (!existsSync(shared) || readdirSync(shared).length === 0) {
      throw new UsageError(
        `${named} lacks its shared code: git -C ${named} submodule update --init shared-code`,
      );
    }
    const environment = { ...process.env, sdkEnv: 'local' };
    const built = [
      ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'],
      ['npx', 'rescript'],
      ['npx', 'webpack', '--config', 'webpack.common.js'],
    ].every((words) => isDone(words, clone, environment));
    if (!built) throw new CommandFailed(`${named} was not built.`);
    console.log(`HYPERSWITCH_WEB=${join(clone, 'dist')} npm test -- test/clients`);
    return 0;
  },
);

/** Runs one step of the build in the clone, with its output. */
function isDone(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): boolean {
  const [program = '', ...args] = words;
  console.log([program, ...args].join(' '));
  return spawnSync(program, args, { cwd, env, stdio: 'inherit' }).status === 0;
}

await runAsProgram(import.meta, checkoutCommand);
