import { parseArgs } from 'node:util';
import { nearestOf } from '#platform/http/hints/nearest.ts';
import { UnsafeAddress } from '../../console/safe-request.ts';
import { jsonOf } from './json-of.ts';
import { printable } from './printable.ts';
import {
  type Command,
  type Environment,
  type Surroundings,
  type TextTaker,
  withoutJsonOption,
} from './program.ts';

/** An error that the operator can correct. The command prints its message, and no stack. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Mistake';
  }
}

/** The reason why a command could not do its work, though its command line is right. */
export class CommandFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandFailed';
  }
}

export interface CommandLine<Option extends string, Word extends string> {
  /** The command as the user types it: `npx turnout redrive`. */
  readonly name: string;
  /** The whole output of `--help`. */
  readonly help: string;
  /** Whether an option takes a value. */
  readonly options: Readonly<Record<Option, 'value' | 'flag'>>;
  /** The command's subcommands, and the options that each of them takes. */
  readonly words?: Readonly<Record<Word, readonly Option[]>>;
  /** Words that take one operand after them, by its name in the help text. */
  readonly operandOf?: Readonly<Partial<Record<Word, string>>>;
  /**
   * The operands, by their names in the help text. The first is required, unless in brackets; one
   * with dots stands for any number.
   */
  readonly operands?: readonly [string, ...string[]];
  /** Whether all arguments are operands: those of a program that the command starts. */
  readonly isOpen?: boolean;
}

/** The parsed arguments. Each method throws a UsageError that names the option. */
export interface ParsedArguments<Option extends string, Word extends string> {
  /** The subcommand given, one of `words`; the first one if a command has none. */
  readonly word: Word | undefined;
  /** The values of `operands` in their order, or that of `operandOf`. */
  readonly operands: readonly string[];
  has(option: Option): boolean;
  text(option: Option): string | undefined;
  /** @param what the description of a missing option: `the merchant account`. */
  required(option: Option, what: string): string;
  wholeNumber(
    option: Option,
    range: { readonly least: number; readonly most: number },
  ): number | undefined;
  oneOf<Choice extends string>(option: Option, choices: readonly Choice[]): Choice | undefined;
  /** @param example an example of a valid value. */
  matching(option: Option, pattern: RegExp, example: string): string | undefined;
  url(option: Option): URL | undefined;
}

/**
 * A command of the repository. Its exit code is the number that `run` returns. It is 2 after a
 * UsageError or on a full disk, and 1 after a CommandFailed. Every other error is thrown, and Node.js
 * prints its stack.
 *
 * @param run imports its work when it runs, so that the help loads nothing of it
 */
export const command = <Option extends string, Word extends string = never>(
  line: CommandLine<Option, Word>,
  run: (
    given: ParsedArguments<Option, Word>,
    surroundings: Surroundings,
  ) => number | undefined | Promise<number | undefined>,
): Command => ({
  run: (args, surroundings) =>
    execute(line, args, surroundings, printErrorText, async (given) => run(given, surroundings)),
});

/** The result of a command, as a value for programs and as text for people. */
export interface Report {
  /** The document that `--json` prints: see `jsonOf` for the names of its members. */
  readonly value: object;
  /** Made from the value, without the lines that the command printed while it worked. */
  readonly text: string;
  /** 1 where a check failed or a part could not be done; 0 without it. */
  readonly code?: number;
}

/** The end of a command that prints its results one by one. */
export interface Ended {
  /** Without it, the code of the process is left as it is. */
  readonly code: number | undefined;
}

/** Prints while a command works. */
export interface Output {
  /** Whether a program reads the standard output, which then has JSON only. */
  readonly isJson: boolean;
  /** Prints a line about the work: on the standard error with `--json`. */
  progress(line: string): void;
  /** Prints one result of many: a line of JSON with `--json`, and else its text. */
  result(value: object, text: string): void;
}

/**
 * A command of `npx turnout`, with the exit codes of `command`. Every one of them takes `--json`:
 * the standard output is then one JSON document, or JSON Lines where results come one by one. An
 * error is one line of JSON on the standard error. Control characters are printed escaped, as values
 * come from others.
 */
export function turnoutCommand<Option extends string, Word extends string = never>(
  line: CommandLine<Option, Word>,
  run: (
    given: ParsedArguments<Option, Word>,
    output: Output,
    surroundings: Surroundings,
  ) => Report | Ended | Promise<Report | Ended>,
): Command {
  const withJson = { ...line, help: withJsonLine(line.help) };
  return {
    run(given, surroundings) {
      const { args, isJson } = withoutJsonOption(given);
      const output = outputTo(surroundings, isJson);
      const printError = isJson ? printErrorJson : printErrorText;
      return execute(withJson, args, surroundings, printError, async (parsed) => {
        const ended = await run(parsed, output, surroundings);
        if (!('value' in ended)) return ended.code;
        if (isJson || ended.text !== '') output.result(ended.value, ended.text);
        return ended.code;
      });
    },
  };
}

function outputTo({ output, errors }: Surroundings, isJson: boolean): Output {
  const print = (text: string) => output.write(printable(text.endsWith('\n') ? text : `${text}\n`));
  if (!isJson) return { isJson, progress: print, result: (_, text) => print(text) };
  return {
    isJson,
    progress: (one) => errors.write(printable(`${one}\n`)),
    result: (value) => print(jsonOf(value)),
  };
}

/** The help text with a line about `--json` before the line about `--help`. */
function withJsonLine(help: string): string {
  return help.replace(
    /^( {2}(?:npm start -- )?)--help( +)shows this$/m,
    (line, before, gap) => `${before}--json${gap}prints JSON for programs\n${line}`,
  );
}

async function execute<Option extends string, Word extends string>(
  line: CommandLine<Option, Word>,
  args: readonly string[],
  { output, errors }: Surroundings,
  printError: (error: unknown, help: string, errors: TextTaker) => void,
  run: (given: ParsedArguments<Option, Word>) => Promise<number | undefined>,
): Promise<number | undefined> {
  try {
    const given = parseArguments(line, args);
    if (given !== 'help') return await run(given);
    output.write(line.help);
    return 0;
  } catch (thrown) {
    const error = unsafeAddress(thrown) ?? fullDisk(thrown) ?? thrown;
    // npm passes on options that follow two dashes.
    const help = `${line.name} ${line.name.startsWith('npm ') ? '-- --help' : '--help'}`;
    printError(error, help, errors);
    return error instanceof UsageError ? 2 : 1;
  }
}

function printErrorText(error: unknown, help: string, errors: TextTaker): void {
  if (error instanceof CommandFailed) errors.write(printable(`${error.message}\n`));
  else if (!(error instanceof UsageError)) throw error;
  else errors.write(printable(`${error.message}\n"${help}" says what there is.\n`));
}

/** Prints an error for programs, as the last line of the standard error. */
export function printErrorJson(error: unknown, help: string, errors: TextTaker): void {
  const isExplained = error instanceof UsageError || error instanceof CommandFailed;
  const message = isExplained ? error.message : String(error);
  const stack = !isExplained && error instanceof Error ? { stack: error.stack } : {};
  errors.write(printable(`${jsonOf({ error: { message, help, ...stack } })}\n`));
}

/**
 * The message for a full disk, from any cause in the chain of errors; undefined for every other
 * error.
 */
function fullDisk(error: unknown): UsageError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('code' in error) || error.code !== 'ENOSPC') return fullDisk(error.cause);
  const where = 'path' in error ? ` where ${error.path} lies` : '';
  return new UsageError(`The disk is full${where}: nothing more could be written.`, {
    cause: error,
  });
}

const unsafeAddress = (error: unknown): UsageError | undefined =>
  error instanceof UnsafeAddress ? new UsageError(error.message, { cause: error }) : undefined;

/** Parses a command line. Throws a UsageError. */
function parseArguments<Option extends string, Word extends string>(
  line: CommandLine<Option, Word>,
  args: readonly string[],
): ParsedArguments<Option, Word> | 'help' {
  const values = new Map<Option, string | true>();
  const positionals: string[] = [];
  const known = new Map(entriesOf(line.options));
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      [...known].map(([name, kind]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }]),
    ),
  });
  if (tokens.some((token) => token.kind === 'option' && token.rawName === '--help')) return 'help';
  if (line.isOpen) return { word: undefined, operands: args, ...reading(values) };
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = nameIn(known, token.name);
    if (option === undefined) throw new UsageError(unknown(token.rawName, [...known.keys()]));
    if (values.has(option)) throw new UsageError(`--${option} is given twice.`);
    if (known.get(option) === 'flag') {
      if (token.inlineValue) throw new UsageError(`--${option} takes no value.`);
      values.set(option, true);
      continue;
    }
    // An option that follows is not a value, and an empty value mostly comes from an unset
    // variable.
    const isValue = token.value && (token.inlineValue || !token.value.startsWith('-'));
    if (!isValue) throw new UsageError(`--${option} needs a value.`);
    values.set(option, token.value);
  }
  const word = line.operands ? undefined : wordOf(line, positionals);
  const operands = line.operands
    ? operandsOf(line.operands, positionals)
    : operandAfter(line, word, positionals);
  if (word !== undefined) {
    for (const option of values.keys()) {
      if (line.words?.[word].includes(option)) continue;
      throw new UsageError(`--${option} does not go with "${word}".`);
    }
  }
  return { word, operands, ...reading(values) };
}

function operandsOf(
  names: readonly [string, ...string[]],
  given: readonly string[],
): readonly string[] {
  const extra = given[names.length];
  const isMany = names.at(-1)?.includes('...');
  if (extra !== undefined && !isMany) throw new UsageError(`"${extra}" is one word too many.`);
  if (!given[0] && !names[0].startsWith('[')) throw new UsageError(`${names[0]} is missing.`);
  return given;
}

function wordOf<Option extends string, Word extends string>(
  { words }: CommandLine<Option, Word>,
  [given]: readonly string[],
): Word | undefined {
  const known = words ? new Map(entriesOf(words)) : new Map<Word, readonly Option[]>();
  const choices = [...known.keys()];
  if (known.size === 0) {
    if (given === undefined) return undefined;
    throw new UsageError(`"${given}" is not understood here: options begin with --.`);
  }
  const word = given === undefined ? undefined : nameIn(known, given);
  if (word === undefined) {
    const said = given === undefined ? 'Nothing is said' : `"${given}" is not known`;
    const near = nearestOf(given ?? '', choices);
    throw new UsageError(
      `${said}: what is to be done? One of ${choices.join(', ')}.${near ? ` Is "${near}" meant?` : ''}`,
    );
  }
  return word;
}

/** The operand of a word that takes one, which is required then. */
function operandAfter<Option extends string, Word extends string>(
  { operandOf }: CommandLine<Option, Word>,
  word: Word | undefined,
  [, ...given]: readonly string[],
): readonly string[] {
  const name = word === undefined ? undefined : operandOf?.[word];
  const extra = given[name === undefined ? 0 : 1];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many after "${word}".`);
  if (name !== undefined && !given[0]) throw new UsageError(`${name} is missing after "${word}".`);
  return given;
}

function reading<Option extends string>(values: ReadonlyMap<Option, string | true>) {
  const text = (option: Option) => {
    const value = values.get(option);
    return value === true ? undefined : value;
  };
  const wrong = (option: Option, what: string) =>
    new UsageError(`--${option} must be ${what}, and is "${text(option)}".`);
  return {
    text,
    has: (option: Option) => values.has(option),
    required(option: Option, what: string) {
      const value = text(option);
      if (value === undefined) throw new UsageError(`--${option} is missing: ${what}.`);
      return value;
    },
    wholeNumber(option: Option, { least, most }: { least: number; most: number }) {
      const value = text(option);
      if (value === undefined) return undefined;
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (number >= least && number <= most) return number;
      throw wrong(option, `a whole number from ${least} to ${most}`);
    },
    oneOf<Choice extends string>(option: Option, choices: readonly Choice[]) {
      const value = text(option);
      const choice = choices.find((one) => one === value);
      if (value === undefined || choice !== undefined) return choice;
      throw wrong(option, `one of ${choices.join(', ')}`);
    },
    matching(option: Option, pattern: RegExp, example: string) {
      const value = text(option);
      if (value === undefined || pattern.test(value)) return value;
      throw wrong(option, `such as ${example}`);
    },
    url(option: Option) {
      const value = text(option);
      if (value === undefined) return undefined;
      const url = URL.parse(value);
      if (url && /^https?:$/.test(url.protocol)) return url;
      throw wrong(option, 'an address such as http://127.0.0.1:3000');
    },
  };
}

/** The operator's key. The environment holds it, so that no process list shows it. */
export function operatorKey({ ADMIN_API_KEY: key }: Environment): string {
  if (key) return key;
  throw new UsageError("ADMIN_API_KEY is not set: the operator's key belongs in the environment.");
}

function unknown(given: string, known: readonly string[]): string {
  const name = given.replace(/^-+/, '');
  if (name === 'json') return '--json takes no value.';
  const begun = known.find((one) => one.startsWith(name) || name.startsWith(one));
  const alike = begun ?? nearestOf(name, [...known, 'help', 'json']);
  return `There is no option ${given}.${alike ? ` Is --${alike} meant?` : ''}`;
}

const nameIn = <Name extends string>(
  known: ReadonlyMap<Name, unknown>,
  name: string,
): Name | undefined => [...known.keys()].find((one) => one === name);

/** `Object.entries`, but with the type of the names. */
function entriesOf<Name extends string, Value>(
  record: Readonly<Record<Name, Value>>,
): readonly [Name, Value][] {
  const found: [Name, Value][] = [];
  for (const name in record) found.push([name, record[name]]);
  return found;
}
