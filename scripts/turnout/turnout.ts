import { nearestOf } from '#platform/http/hints/nearest.ts';
import { printErrorJson, UsageError } from '../command-line/command.ts';
import { jsonOf } from '../command-line/json-of.ts';
import { printable } from '../command-line/printable.ts';
import { type Command, runAsProgram, withoutJsonOption } from '../command-line/program.ts';
import { commandGroups, commands } from './commands.ts';

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

/** `npx turnout`: runs the command that its arguments name. */
export const turnout: Command = {
  async run(given, surroundings) {
    const { output, errors } = surroundings;
    const { args, isJson } = withoutJsonOption(given);
    const [name, ...rest] = args;
    const chosen = name === undefined ? undefined : commands.get(name);
    if (chosen) {
      const command = await chosen.load(rest);
      return command.run(isJson ? ['--json', ...rest] : rest, surroundings);
    }
    if (isJson && name === undefined) {
      const listed = commandGroups.flatMap(({ title, commands }) =>
        Object.entries(commands).map(([name, { about }]) => ({ name, about, group: title })),
      );
      output.write(`${jsonOf({ commands: listed })}\n`);
      return 0;
    }
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      output.write(help);
      return name === undefined ? 2 : 0;
    }
    const near = nearestOf(name, [...commands.keys()]);
    const meant = near === undefined ? '' : ` Is "${near}" meant?`;
    const problem = `There is no command "${name}".${meant}`;
    if (isJson) printErrorJson(new UsageError(problem), 'npx turnout --help', errors);
    else errors.write(printable(`${problem}\n"npx turnout --help" lists all.\n`));
    return 2;
  },
};

await runAsProgram(import.meta, turnout);
