import { nearestOf } from '#platform/http/hints/nearest.ts';
import { commandGroups, commands } from './turnout/commands.ts';

const width = Math.max(...[...commands.keys()].map((name) => name.length));

const help = `The switch on a laptop and in an AWS account, by one command.

  npx turnout COMMAND [options]
  npx turnout COMMAND --help

${commandGroups
  .map(
    (group) =>
      `${group.title}\n${Object.entries(group.commands)
        .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
        .join('\n')}`,
  )
  .join('\n\n')}

Exit codes: 0 when it is done; 1 when it could not be done, or a check failed; 2 when the command line or a setting is
wrong, and nothing was begun.
`;

const [name, ...rest] = process.argv.slice(2);
const chosen = name === undefined ? undefined : commands.get(name);
if (chosen) {
  // The command reads the arguments after its name.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...rest);
  await chosen.run();
} else if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
  process.stdout.write(help);
  process.exitCode = name === undefined ? 2 : 0;
} else {
  const near = nearestOf(name, [...commands.keys()]);
  const meant = near === undefined ? '' : ` Is "${near}" meant?`;
  process.stderr.write(`There is no command "${name}".${meant}\n"npx turnout --help" lists all.\n`);
  process.exitCode = 2;
}
