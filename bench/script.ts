import { randomText } from '#platform/ids.ts';
import type { Call, Step } from './stubs.ts';

/** The calls that a handler made for one request, to be replayed for another. */
export interface Script {
  readonly steps: number;
  readonly calls: number;
  /**
   * The same calls for another token, with new random values wherever the handler generates them.
   * `names` are that request's own, as many as were recorded.
   */
  for(token: string, names?: readonly string[]): readonly Step[];
}

/**
 * Identifies everything that belongs to one request, so that no two requests share items in the
 * table.
 */
export const newToken = () => `tk${randomText(10)}`;

interface Recording {
  readonly token: string;
  /** Other texts that identify the same object and existed before the request. */
  readonly names?: readonly string[];
  readonly steps: readonly Step[];
}

/**
 * Compares two recordings of the same request to find the texts that differ: the handler generates
 * those. A replay must generate them again, so that an item that must be new is new.
 */
export function scriptOf(first: Recording, second: Recording): Script {
  const [calls, others] = [first, second].map(({ steps }) => steps.flat());
  if (!calls || calls.length === 0 || calls.length !== others?.length) {
    throw new Error('Two requests of one kind made different calls.');
  }
  const [names, otherNames] = [textsOf(first), textsOf(second)];
  // A placeholder for the token during the comparison; no call contains it.
  const marks = names.map((_, index) => `<the ${index}. name>`);
  const invented = new Set<string>();
  calls.forEach((call, index) => {
    const other = others[index];
    if (!other || other.kind !== call.kind) throw new Error('Two requests differ in their calls.');
    if (call.body === '' && other.body === '') return;
    const [text, otherText] = [call.body, other.body].map((body, side) =>
      JSON.parse(exchanged(body, side === 0 ? names : otherNames, marks)),
    );
    for (const value of differing(text, otherText)) {
      invented.add(exchanged(value, marks, names));
    }
  });
  // Longest first, because a shorter text may be part of a longer one.
  const texts = [...invented].sort((a, b) => b.length - a.length);

  return {
    steps: first.steps.length,
    calls: calls.length,
    for(token, others = []) {
      const wanted = textsOf({ token, names: others });
      const renewals = texts.map((text) => [text, renewed(text)] as const);
      const rewrite = (text: string) =>
        exchanged(
          renewals.reduce((changed, [old, fresh]) => changed.replaceAll(old, fresh), text),
          names,
          wanted,
        );
      return first.steps.map((step) => step.map((call) => rewritten(call, rewrite)));
    },
  };
}

/** All texts that identify the object of a request. */
const textsOf = ({ token, names = [] }: Omit<Recording, 'steps'>) => [token, ...names];

/** Replaces each text of `these` by the text of `those` at the same position. */
function exchanged(text: string, these: readonly string[], those: readonly string[]): string {
  return these.reduce((changed, one, index) => {
    const other = those[index];
    if (other === undefined) throw new Error('Two requests of one kind go by different names.');
    return changed.replaceAll(one, other);
  }, text);
}

function rewritten(call: Call, rewrite: (text: string) => string): Call {
  const body = rewrite(call.body);
  return call.kind === 'aws' ? { ...call, body } : { ...call, body, path: rewrite(call.path) };
}

/**
 * Ignores shorter texts, which are derived (such as the shard of an index) and occur in too many
 * other words.
 */
const shortestInvention = 8;

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

/**
 * Texts of a value that differ in another value of the same shape. Times and binaries do not count.
 */
function differing(one: unknown, other: unknown): readonly string[] {
  if (typeof one === 'string') {
    return one === other || isTime(one) || one.length < shortestInvention ? [] : [one];
  }
  if (!isRecord(one) || !isRecord(other)) return [];
  return Object.entries(one).flatMap(([name, value]) =>
    name === 'B' || name === 'N' ? [] : differing(value, other[name]),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A text of the same length and alphabet with another ending. */
const renewed = (text: string) => {
  const end = Math.min(10, text.length);
  return text.slice(0, -end) + randomText(end);
};
