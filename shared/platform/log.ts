import { subject } from './log-subject.ts';
import { publishedVersion } from './stage.ts';

/**
 * One JSON line for each event, with the function's name and the subject of the current work. It
 * takes named, flat facts and never a request, a body or an error's own fields. It still masks any
 * text that looks like a card number or a key.
 *
 * Each line has a `level` and a `timestamp` of RFC 3339. Lambda gives a line without a valid
 * timestamp the level INFO, whatever its level is.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
 */
export interface Log {
  info(message: string, fields?: LogFields): void;
  error(message: string, error: unknown, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export const logTo = (write: (line: string) => void, clock: () => number = Date.now): Log => {
  const line = (level: 'info' | 'error', message: string, fields?: LogFields) => ({
    level,
    timestamp: new Date(clock()).toISOString(),
    ...lineOf(message, fields),
  });
  return {
    info: (message, fields) => write(masked(JSON.stringify(line('info', message, fields)))),
    error: (message, error, fields) =>
      write(masked(JSON.stringify({ ...line('error', message, fields), ...describeError(error) }))),
  };
};

/**
 * Names are spelt as in the API, so that one search finds a payment in requests, webhooks and logs.
 */
const lineOf = (message: string, fields: LogFields = {}) => ({
  message,
  function: process.env.FUNCTION_NAME,
  version: publishedVersion(),
  ...subject(),
  ...Object.fromEntries(Object.entries(fields).map(([name, fact]) => [inSnakeCase(name), fact])),
});

const inSnakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const log = logTo((line) => process.stdout.write(`${line}\n`));

/**
 * Names and places of an error and its causes. Messages of libraries may quote data: they are cut.
 */
function describeError(error: unknown) {
  if (error === undefined) return {};
  const chain: string[] = [];
  for (let one: unknown = error; one instanceof Error && chain.length < 4; one = one.cause) {
    chain.push(`${one.name}: ${one.message.slice(0, 200)}`);
  }
  // The lines of a message come before the places, and are no places.
  const places = error instanceof Error ? error.stack?.match(/^ +at .+$/gm) : undefined;
  const at = places
    ?.slice(0, 3)
    .map((place) => place.trim())
    .join(' ');
  return { error: chain.join(' < ') || typeof error, at };
}

/**
 * Runs of 12 to 19 digits, also with blanks or dashes between, our kinds of key, tokens of pages.
 */
const secretLooking =
  /\b\d(?:[ -]?\d){11,18}\b|\b(?:snd|prd|dev|integ)_[A-Za-z0-9]{64}\b|\bopk_[\w.-]{69,}|\b(?:vk|stk)_[\w-]{43}|_secret_[A-Za-z0-9]{20}\b|(?<=\bpage_token=)[\w-]{22}/;

/** One identifier of a request in a hundred has such a run in it, and is no use with a hole. */
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/;

const uuidOrSecret = new RegExp(`(${uuid.source})|${secretLooking.source}`, 'g');

export const masked = (line: string) =>
  line.replace(uuidOrSecret, (_, known: string | undefined) => known ?? '***');
