import { command, UsageError } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';

const help = `Prints how many documented decline codes of each connector lead a payer to a next step.

  npm run declines
  npm run declines -- --list CONNECTOR

  --list CONNECTOR   prints the codes of a connector, by the kind of the decline
  --help             shows this

Codes that give a payer no reason are "unknown". docs/declines.md explains the kinds.
`;

export const declines = command(
  { name: 'npm run declines', help, options: { list: 'value' } },
  async (given, { output }) => {
    const name = given.text('list');
    const { declineShares, sharesText, tableText, wholeShare } = await import(
      './documents/decline-shares.ts'
    );
    if (name === undefined) {
      const shares = declineShares();
      output.write(`${sharesText([...shares, wholeShare(shares)])}\n`);
      return 0;
    }
    const { declineTables } = await import('#connectors/declines.ts');
    const table = declineTables.get(name);
    if (!table) {
      const names = [...declineTables.keys()].sort().join(', ');
      throw new UsageError(`--list must be one of ${names}, and is "${name}".`);
    }
    output.write(`${tableText(table)}\n`);
    return 0;
  },
);

await runAsProgram(import.meta, declines);
