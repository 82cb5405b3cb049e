import { command, UsageError } from '../../scripts/command-line/command.ts';
import { runAsProgram } from '../../scripts/command-line/program.ts';

const help = `Keeps what a release writes and names, so that later releases can be held against it.

  npm run golden                says what this version writes that its release has not kept
  npm run golden -- --accept    keeps it in test/golden/VERSION, which must not be there yet
  npm run golden -- --help      shows this

VERSION is that of package.json. Accept it as the last step of a release. An accepted release is never
written again: what it has written stays in its tables. A test holds that this version reads the items of every
release and keeps what it does not know of them, and that no name of a release is missing.
`;

export const golden = command(
  { name: 'npm run golden', help, options: { accept: 'flag' } },
  async (given, { output }) => {
    // Imported late, because it loads the whole app with all functions, which `--help` does not need.
    const { accept, currentRelease, goldenFiles, missingFrom, whyNotAcceptable } = await import(
      '../support/documents/golden.ts'
    );
    const refusal = given.has('accept') ? whyNotAcceptable() : undefined;
    if (refusal !== undefined) throw new UsageError(refusal);
    const files = await goldenFiles();
    if (given.has('accept')) {
      accept(files);
      output.write(`test/prove/golden/${currentRelease} has what this version writes and names.\n`);
      return 0;
    }
    const missing = missingFrom(currentRelease, files);
    for (const line of missing) output.write(`${line}\n`);
    if (missing.length === 0) output.write(`test/prove/golden/${currentRelease} has all of it.\n`);
    return missing.length > 0 ? 1 : 0;
  },
);

await runAsProgram(import.meta, golden);
