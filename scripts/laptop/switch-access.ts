import type { Turnout } from '#turnout/node';
import { isThisMachine, sendSafely, UnsafeAddress } from '../../console/safe-request.ts';
import type { SwitchKey } from '../../console/switch-client.ts';
import {
  CommandFailed,
  type Ended,
  type Output,
  operatorKey,
  type ParsedArguments,
  type Report,
  turnoutCommand,
  UsageError,
} from '../command-line/command.ts';
import type { Command, Environment, Surroundings } from '../command-line/program.ts';

/** The options of every command that calls the switch. */
const switchOptions = { url: 'value' } as const;

/** Lines of a help text about `switchOptions`, and about the environment. */
export const switchOptionsHelp = `  --url URL        the base URL of the switch, with https unless it is on this machine; http://127.0.0.1:3000
                   without it
  --help           shows this

  ADMIN_API_KEY      the key of the operator; test_admin on this machine without it
  TURNOUT_MERCHANTS  the file in which init remembers merchants; .turnout/merchants.json without it`;

/** A switch that answers, and the operator's key for it. */
export interface SwitchAccess extends SwitchKey {
  readonly isLocal: boolean;
  /** Calls the switch with that key. */
  readonly asOperator: Turnout;
}

interface SwitchCommand<Option extends string> {
  /** The command after `npx turnout`. */
  readonly name: string;
  readonly help: string;
  /** The options beside `--url`. */
  readonly options: Readonly<Record<Option, 'value' | 'flag'>>;
  readonly operands?: readonly [string, ...string[]];
}

/**
 * A command that calls the switch. A refusal of the switch ends it with code 1 and a sentence;
 * mistakes of the command line end it with code 2.
 */
export const switchCommand = <Option extends string>(
  { name, options, ...line }: SwitchCommand<Option>,
  run: (
    given: SwitchArguments<Option>,
    access: SwitchAccess,
    output: Output,
    surroundings: Surroundings,
  ) => Promise<Report | Ended>,
): Command =>
  turnoutCommand<Option | 'url'>(
    { ...line, name: `npx turnout ${name}`, options: { ...options, ...switchOptions } },
    async (given, output, surroundings) => {
      try {
        const access = await switchAccess(given, surroundings.environment);
        return await run(given, access, output, surroundings);
      } catch (error) {
        throw await asFailure(error);
      }
    },
  );

/** The error of a call as the end of a command; any other error as it is. */
export async function asFailure(error: unknown): Promise<unknown> {
  const { TurnoutError } = await import('#turnout/node');
  if (!(error instanceof TurnoutError)) return error;
  const { errorText } = await import('../../console/switch-client.ts');
  return new CommandFailed(`The switch could not do it: ${errorText(error)}`, { cause: error });
}

type SwitchArguments<Option extends string> = ParsedArguments<Option | 'url', never>;

/**
 * Reads where the switch is. Throws a UsageError when nothing answers there, and UnsafeAddress where
 * the key would leave this machine in clear.
 */
export async function switchAccess(
  given: Pick<ParsedArguments<'url', never>, 'url'>,
  environment: Environment,
): Promise<SwitchAccess> {
  const base = given.url('url') ?? new URL(`http://127.0.0.1:${environment.PORT || 3000}`);
  const url = base.href.replace(/\/+$/, '');
  const isLocal = isThisMachine(base);
  const apiKey = isLocal ? environment.ADMIN_API_KEY || 'test_admin' : operatorKey(environment);
  const healthy = await sendSafely(`${url}/health`).then(
    ({ ok }) => ok,
    (error: unknown) => {
      if (error instanceof UnsafeAddress) throw error;
      return false;
    },
  );
  if (!healthy) {
    const start = isLocal ? ': "npm start" runs one on this machine' : '';
    throw new UsageError(`No switch answers at ${url}${start}.`);
  }
  // Imported late: a help needs none of it.
  const { switchClient } = await import('../../console/switch-client.ts');
  return { url, apiKey, isLocal, asOperator: switchClient({ url, apiKey }) };
}
