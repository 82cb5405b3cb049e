import { nearestOf } from '#platform/http/hints/nearest.ts';
import { printErrorJson, UsageError, withoutJsonOption } from './command-line/command.ts';
import { jsonOf } from './command-line/json-of.ts';
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

Each command takes --json: it prints JSON for programs, and errors as {"error": {"message", "help"}}. docs/turnout.md
has more.

Exit codes: 0 when it is done; 1 when it could not be done, or a check failed; 2 when the command line or a setting is
wrong, and nothing was begun.
`;

const { args, isJson } = withoutJsonOption(process.argv.slice(2));
const [name, ...rest] = args;
const chosen = name === undefined ? undefined : commands.get(name);
if (chosen) {
  // The command reads the arguments after its name.
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...(isJson ? ['--json'] : []), ...rest);
  await chosen.run();
} else if (isJson && name === undefined) {
  const listed = commandGroups.flatMap(({ title, commands }) =>
    Object.entries(commands).map(([name, { about }]) => ({ name, about, group: title })),
  );
  process.stdout.write(`${jsonOf({ commands: listed })}\n`);
} else if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
  process.stdout.write(help);
  process.exitCode = name === undefined ? 2 : 0;
} else {
  const near = nearestOf(name, [...commands.keys()]);
  const meant = near === undefined ? '' : ` Is "${near}" meant?`;
  const problem = `There is no command "${name}".${meant}`;
  if (isJson) printErrorJson(new UsageError(problem), 'npx turnout --help');
  else process.stderr.write(`${problem}\n"npx turnout --help" lists all.\n`);
  process.exitCode = 2;
}
