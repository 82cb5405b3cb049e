import { randomText } from '../shared/ids.ts';
import type { Call, Step } from './stubs.ts';

/** What a handler asked for one request, to be asked again for another. */
export interface Script {
  readonly steps: number;
  readonly calls: number;
  /**
   * The same calls for another token, with new random values wherever the handler makes them up.
   * `names` are that request's own, as many as were recorded.
   */
  for(token: string, names?: readonly string[]): readonly Step[];
}

/** Names everything that belongs to one request, so that no two requests meet in the table. */
export const newToken = () => `tk${randomText(10)}`;

export interface Recording {
  readonly token: string;
  /** Other texts that stand for the same thing and were there before the request. */
  readonly names?: readonly string[];
  readonly steps: readonly Step[];
}

/**
 * Learns from two recordings of the same request which texts differ from one to the next: those are
 * made up, and an item that must be new is new only if they are made up again.
 */
export function scriptOf(first: Recording, second: Recording): Script {
  const [calls, others] = [first, second].map(({ steps }) => steps.flat());
  if (!calls || calls.length === 0 || calls.length !== others?.length) {
    throw new Error('Two requests of one kind made different calls.');
  }
  const [names, otherNames] = [textsOf(first), textsOf(second)];
  // What stands in their place while the two are compared. No call holds such a text.
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
  // The longest first: a shorter one may be a part of it.
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

/** All that stands for what a request is about. */
const textsOf = ({ token, names = [] }: Omit<Recording, 'steps'>) => [token, ...names];

/** The text with each of `these` replaced by the one of `those` in the same place. */
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

/** What is shorter was worked out, like the shard of an index: it stands in too many other words. */
const shortestInvention = 8;

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

/** Texts of one value that are others in another of the same shape; times and binaries do not count. */
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

/** A text of the same length and look with another end. */
const renewed = (text: string) => {
  const end = Math.min(10, text.length);
  return text.slice(0, -end) + randomText(end);
};
