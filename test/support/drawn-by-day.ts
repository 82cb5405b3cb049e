import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { isPlayed, type Kind, readDraw } from '../../tools/draw.ts';

/** Set while drawn tests are declared: what a day leaves out is all that the rest of it declares. */
const declaring = Symbol.for('turnout.declaresDrawnTests');

type Values<Case> = Case extends readonly unknown[] ? [...Case] : [Case];
type Declare<Case> = (
  title: string,
  play: (...values: Values<Case>) => unknown,
  timeoutMs?: number,
) => void;

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

  return {
    played,

    /** As `it.each`, with the cases that this run plays. */
    each<const Case>(
      cases: readonly Case[],
      nameOf: (one: Case) => string = nameOfCase,
    ): Declare<Case> {
      const some = played(cases, nameOf);
      return (title, play, timeoutMs) => {
        // Jest takes no empty table.
        if (some.length === 0) return;
        declareDrawn(() => it.each([...some] as [Case])(title, play as () => unknown, timeoutMs));
      };
    },

    /** As `it`, for a test that plays some of its cases: see `played`. */
    it(title: string, play: () => unknown, timeoutMs?: number): void {
      declareDrawn(() => it(title, play as () => void, timeoutMs));
    },
  };
}

function declareDrawn(declare: () => void): void {
  Reflect.set(globalThis, declaring, true);
  try {
    declare();
  } finally {
    Reflect.deleteProperty(globalThis, declaring);
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

/** Notes for the end of the run how many cases were played: see tools/closing-line.mjs. */
function note(kind: Kind, played: number, of: number): void {
  const run = process.env.TURNOUT_TEST_RUN;
  if (run) appendFileSync(path.join(run, 'drawn.tsv'), `${kind}\t${played}\t${of}\n`);
}
