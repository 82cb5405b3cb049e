import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isLong } from './expected-times.ts';

/** The tables of cases of which a day plays a part, by the names that a run ends with. */
export const kinds = [
  ...(['any-request', 'any-stranger', 'budgets', 'card-numbers', 'commands', 'crash'] as const),
  ...(['database', 'deployments', 'distorted-answers', 'drills', 'every-route'] as const),
  ...(['grants', 'growth', 'guides', 'hostile-texts', 'interrupts', 'isolation'] as const),
  ...(['languages', 'pages', 'races', 'response-fields', 'rows'] as const),
  ...(['runtime-client', 'simulation', 'snippets', 'starts', 'suites'] as const),
  ...(['taken-grants', 'templates', 'walks'] as const),
] as const;
export type Kind = (typeof kinds)[number];

/**
 * The cases that a run plays: those of its day, all, or those that the day leaves out. The day is a
 * date in UTC.
 */
type Draw = { readonly plays: 'all' } | { readonly plays: 'day' | 'rest'; readonly day: string };

/** Each case is played on one of so many days in a row. */
const turns = 4;
const dayMs = 86_400_000;
const turnOfDay = (day: string) => (((Date.parse(day) / dayMs) % turns) + turns) % turns;

/** Decided by its name only, so that new cases change the day of no other. */
const turnOfCase = (kind: Kind, name: string) =>
  createHash('sha256').update(`${kind}\n${name}`).digest().readUInt32BE() % turns;

/** Whether a run with this draw plays the case. */
export function isPlayed(draw: Draw, kind: Kind, name: string): boolean {
  if (draw.plays === 'all') return true;
  const isOfDay = turnOfCase(kind, name) === turnOfDay(draw.day);
  return isOfDay === (draw.plays === 'day');
}

const today = (now: Date) => now.toISOString().slice(0, 10);

/** This day and the days after it, which play each case once together. */
export const fourDays = (now: Date): readonly string[] =>
  Array.from({ length: turns }, (_, days) => today(new Date(now.getTime() + days * dayMs)));

const rest = 'rest-of-';

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  today(new Date(text)) === text;

/**
 * Reads the variable DAY. Throws an error of one line where it names no draw.
 *
 * @param now decides the day where the variable does not
 */
export function readDraw(variable: string | undefined, now = new Date()): Draw {
  if (variable === undefined) return { plays: 'day', day: today(now) };
  if (variable === 'all') return { plays: 'all' };
  if (variable === 'rest') return { plays: 'rest', day: today(now) };
  const [plays, day] = variable.startsWith(rest)
    ? (['rest', variable.slice(rest.length)] as const)
    : (['day', variable] as const);
  if (isDate(day)) return { plays, day };
  throw new Error(
    `DAY=${JSON.stringify(variable)} is no draw. Give a date such as ${today(now)}, "all", "rest", or "${rest}${today(now)}".`,
  );
}

/** The value of the variable DAY that repeats a draw. */
export function variableOf(draw: Draw): string {
  if (draw.plays === 'all') return 'all';
  return draw.plays === 'rest' ? `${rest}${draw.day}` : draw.day;
}

/** The line with which a run begins. */
export function lineOf(draw: Draw): string {
  if (draw.plays === 'all') return 'Drawn by nothing: DAY=all npm test plays every case';
  const what = draw.plays === 'rest' ? `all that ${draw.day} leaves out` : draw.day;
  return `Drawn by ${what}: DAY=${variableOf(draw)} npm test draws the same`;
}

/**
 * Which tests of a suite a run plays besides the cases that the suite draws: all, or none. Those of
 * a long suite are one case together; the others are played by day, and not again in its rest.
 *
 * @param suite the path of its file, below `test/`
 */
export function playsUndrawn(draw: Draw, suite: string): boolean {
  if (isLong(suite)) return isPlayed(draw, 'suites', suite.slice(suite.lastIndexOf('/test/') + 1));
  return draw.plays !== 'rest';
}

/** Whether a run has anything to play in a suite. */
export const isPlayedAtAll = (draw: Draw, suite: string): boolean =>
  playsUndrawn(draw, suite) || isDrawn(suite);

/** Whether a suite draws cases: it imports the draw. */
export const isDrawn = (suite: string): boolean =>
  readFileSync(suite, 'utf8').includes("/drawn-by-day.ts'");
