import { declineTables } from '#connectors/declines.ts';
import { command, UsageError } from './command-line/command.ts';
import { declineShares, sharesText, tableText, wholeShare } from './documents/decline-shares.ts';

const help = `Prints how many documented decline codes of each connector lead a payer to a next step.

  npm run declines
  npm run declines -- --list CONNECTOR

  --list CONNECTOR   prints the codes of a connector, by the kind of the decline
  --help             shows this

Codes that give a payer no reason are "unknown". docs/declines.md explains the kinds.
`;

await command({ name: 'npm run declines', help, options: { list: 'value' } }, (given) => {
  const name = given.text('list');
  if (name === undefined) {
    const shares = declineShares();
    process.stdout.write(`${sharesText([...shares, wholeShare(shares)])}\n`);
    return 0;
  }
  const table = declineTables.get(name);
  if (!table) {
    const names = [...declineTables.keys()].sort().join(', ');
    throw new UsageError(`--list must be one of ${names}, and is "${name}".`);
  }
  process.stdout.write(`${tableText(table)}\n`);
  return 0;
});
