import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { isPlayed, type Kind, readDraw } from '../../../tools/tests/draw.ts';

/**
 * Set while drawn tests are declared. Jest gets those of other days too, so that hooks have a test to
 * belong to, and tools/tests/plain-environment.mjs takes them out before the first test begins.
 */
const mark = Symbol.for('turnout.drawnTests');
type Mark = 'played' | 'left out';

type Values<Case> = Case extends readonly unknown[] ? [...Case] : [Case];
type Declare<Case> = (
  title: string,
  play: (...values: Values<Case>) => unknown,
  timeoutMs?: number,
) => void;

export type DrawnCases = ReturnType<typeof drawnByDay>;

/**
 * A table of independent cases, of which each run plays those of its day: `DAY=all npm test` plays
 * all, and the run ends with how many were played. Over four days in a row each is played.
 */
export function drawnByDay(kind: Kind) {
  const draw = readDraw(process.env.DAY);

  /** The cases that this run plays. */
  function played<Case>(
    cases: readonly Case[],
    nameOf: (one: Case) => string = nameOfCase,
  ): readonly Case[] {
    const some = cases.filter((one) => isPlayed(draw, kind, nameOf(one)));
    note(kind, some.length, cases.length);
    return some;
  }

  /** As `it.each`, with the cases that this run plays. */
  function each<const Case>(
    cases: readonly Case[],
    nameOf: (one: Case) => string = nameOfCase,
  ): Declare<Case> {
    const some = played(cases, nameOf);
    const others = cases.filter((one) => !isPlayed(draw, kind, nameOf(one)));
    return (title, play, timeoutMs) => {
      for (const [as, all] of [
        ['played', [...some]],
        ['left out', others],
      ] as const) {
        // Jest takes no empty table.
        if (all.length === 0) continue;
        declare(as, () => it.each([...all] as [Case])(title, play as () => unknown, timeoutMs));
      }
    };
  }

  /** As `it`, for a test that is a case by itself. */
  function one(title: string, play: () => unknown, timeoutMs?: number): void {
    const as = played([title]).length > 0 ? 'played' : 'left out';
    declare(as, () => declareTest(title, play, timeoutMs));
  }

  return {
    played,
    each,
    /** Takes the place of Jest's `it` in a suite of which all tests are cases. */
    it: Object.assign(one, { each, skip: it.skip }),
    /** As `it`, for a test that plays each day some of the cases inside it: see `played`. */
    partly: (title: string, play: () => unknown, timeoutMs?: number) =>
      declare('played', () => declareTest(title, play, timeoutMs)),
  };
}

const declareTest = (title: string, play: () => unknown, timeoutMs?: number) =>
  it(title, async () => void (await play()), timeoutMs);

function declare(as: Mark, tests: () => void): void {
  Reflect.set(globalThis, mark, as);
  try {
    tests();
  } finally {
    Reflect.deleteProperty(globalThis, mark);
  }
}

/** A case's name: itself, the first of its values, or its member `name`. */
function nameOfCase(one: unknown): string {
  const first: unknown = Array.isArray(one) ? one[0] : one;
  if (typeof first === 'string' || typeof first === 'number') return String(first);
  if (typeof first === 'object' && first && 'name' in first && typeof first.name === 'string') {
    return first.name;
  }
  throw new Error(`This case needs a name to be drawn by: ${JSON.stringify(one)}`);
}

/** Notes for the end of the run how many cases were played: see tools/tests/closing-line.mjs. */
function note(kind: Kind, played: number, of: number): void {
  const run = process.env.TURNOUT_TEST_RUN;
  if (run) appendFileSync(path.join(run, 'drawn.tsv'), `${kind}\t${played}\t${of}\n`);
}
