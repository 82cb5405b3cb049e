import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { command, UsageError } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import {
  differencesOf,
  type Generator,
  type Made,
  type Sources,
  storedText,
  writeMade,
} from './documents/generator.ts';
import { generators } from './documents/generators.ts';

const names = generators.map(({ name }) => name);

const help = `Writes all files that programs write, in this order:

${generators.map(lineOf).join('\n')}

  npm run generate [-- NAME...] [--accept]
  npm run generate -- --check [NAME...]

  NAME...     only these; those that Git ignores are written only by name
  --accept    the contracts are meant to change: writes their digest anew as well
  --check     writes nothing: names each file that differs, with the first differing line, and ends
              with 1 where one does
  --help      shows this

Without --accept, a changed contract is reported and ends with 1. Other programs write what depends on
a browser, a machine, a release or a version of the CDK: npm run pictures, npm run bench -- --write,
npm run golden -- --accept, and test/support/deployment/cloudformation/write-resource-types.ts.
`;

function lineOf({ name, writes, from, isIgnored = false }: Generator): string {
  const ignored = isIgnored ? ', ignored by Git' : '';
  return `  ${name.padEnd(15)} ${writes.join(', ')}${ignored}\n${' '.repeat(18)}from ${from}`;
}

export const generate = command(
  {
    name: 'npm run generate',
    help,
    options: { accept: 'flag', check: 'flag' },
    operands: ['[NAME...]'],
  },
  async (given, { output, errors }) => {
    const unknown = given.operands.find((one) => !names.includes(one));
    if (unknown !== undefined) {
      throw new UsageError(`There is no "${unknown}". There are ${names.join(', ')}.`);
    }
    const isCheck = given.has('check');
    if (isCheck && given.has('accept'))
      throw new UsageError('--check and --accept exclude each other.');
    const wanted = generators.filter(({ name, isIgnored = false }) =>
      given.operands.length > 0 ? given.operands.includes(name) : !isIgnored,
    );
    const made: Record<string, string | Uint8Array> = {};
    const sources = sourcesOf(made);
    let isWrong = false;
    let isChanged = false;
    for (const generator of wanted) {
      const files = await generator.make(sources);
      Object.assign(made, files);
      const changes = given.has('accept') ? [] : await changesOfContract(generator, files);
      if (changes.length > 0) errors.write(contractsHaveChanged(changes));
      const lines = isCheck
        ? await differencesOf(generator, files)
        : changes.length === 0
          ? (await writeMade(generator, files)).map((file) => `${file} is written anew.`)
          : [];
      for (const line of lines) output.write(`${line}\n`);
      isChanged ||= lines.length > 0;
      isWrong ||= changes.length > 0 || (isCheck && lines.length > 0);
    }
    if (!isChanged && !isWrong) output.write('All files are current.\n');
    return isWrong ? 1 : 0;
  },
);

/** @param made the files of this run, which later generators read */
function sourcesOf(made: Made): Sources {
  let recorded: ReturnType<Sources['recorded']> | undefined;
  return {
    async read(file) {
      const own = made[file];
      return typeof own === 'string' ? own : storedText(file);
    },
    recorded() {
      recorded ??= recordedAnswers();
      return recorded;
    },
  };
}

async function changesOfContract(generator: Generator, made: Made): Promise<readonly string[]> {
  const [file = ''] = generator.writes;
  const [stored, text] = [await storedText(file), made[file]];
  if (stored === undefined || typeof text !== 'string') return [];
  return (await generator.changesOfContract?.(stored, text)) ?? [];
}

const contractsHaveChanged = (changes: readonly string[]) =>
  `Contracts have changed:\n${changes.map((one) => `  ${one}\n`).join('')}` +
  'If they are meant to, run: npm run generate -- --accept\n';

/** A switch in memory belongs to the tests, and logs as a switch does: it has a process of its own. */
async function recordedAnswers(): ReturnType<Sources['recorded']> {
  const { Recorded } = await import('./documents/recorded.ts');
  const v = await import('valibot');
  const program = join(
    import.meta.dirname,
    '..',
    'test',
    'support',
    'requests',
    'send-recorded.ts',
  );
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [[message]] = await Promise.all([
    Promise.race([once(child, 'message'), once(child, 'exit')]),
    once(child, 'exit'),
  ]);
  return v.parse(Recorded, message);
}

await runAsProgram(import.meta, generate);
