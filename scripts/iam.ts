import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { command, UsageError } from './command-line/command.ts';
import { type Environment, runAsProgram } from './command-line/program.ts';
import { BrokenTrace, mergeTraces } from './iam/merge-traces.ts';
import { openReplacement } from './iam/replaced-file.ts';

const help = `Writes down each decision on a call of AWS that the suites of grants make on a laptop,
with the policies that decided, so that another evaluator of IAM policies can be held against it.

  npm run iam -- --trace FILE

It runs the suites test/end-to-end/grants and taken-grants with all their cases, in some minutes. docs/iam-trace.md describes the lines of the file.

  --trace FILE       the file to write; one that is there is replaced at the end
  --help             shows this

Ends with 1 when one of the suites fails. Without a line for each decision that the suites made, FILE
stays as it was.
`;

export const iam = command(
  { name: 'npm run iam', help, options: { trace: 'value' } },
  async (given, { environment, output: printed, errors }) => {
    const file = given.required('trace', 'a file to write');
    const output = openOutput(file);
    const folder = mkdtempSync(path.join(tmpdir(), 'turnout-iam-trace-'));
    try {
      const code = await runSuites(folder, environment);
      const { allow, deny, policies, distinct, principals, lines } = await mergeTraces(folder);
      await output.replace(lines());
      printed.write(
        `${allow + deny} decisions, ${distinct} of them distinct: ${allow} allowed, ${deny} denied; ` +
          `of ${principals} roles, under ${policies} policies.\n`,
      );
      return code;
    } catch (error) {
      if (!(error instanceof BrokenTrace)) throw error;
      errors.write(`${error.message} ${file} is not written.\n`);
      return 1;
    } finally {
      output.discard();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

function openOutput(file: string) {
  try {
    return openReplacement(file);
  } catch (cause) {
    throw new UsageError(`${file} cannot be written.`, { cause });
  }
}

async function runSuites(folder: string, environment: Environment): Promise<number> {
  const root = path.join(import.meta.dirname, '..');
  const suites = ['test/end-to-end/grants', 'test/end-to-end/taken-grants'];
  const jest = ['node_modules/jest/bin/jest.js', ...suites, '--silent'];
  const child = spawn('node', ['tools/launch/run.cjs', ...jest], {
    cwd: root,
    env: { ...environment, IAM_TRACE_FOLDER: folder, DAY: 'all' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? 0 : 1;
}

await runAsProgram(import.meta, iam);
