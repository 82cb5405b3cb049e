import { createHash } from 'node:crypto';
import type { Completion } from '#connectors/interface/payments.ts';
import { pageTokenMember } from './page-token.ts';

/**
 * The data that a customer's browser brought back from a processor. Never believed, and never
 * logged.
 */
export type BroughtBack = Pick<Completion, 'query' | 'form'>;

/** The most that is handed on, names and values together, in bytes of UTF-8. */
const maxQueryBytes = 8_192;
const maxFormBytes = 32_768;
const maxNameBytes = 256;
/** The most parameters of a query, and fields of a form. */
const maxMembers = 100;

interface Visit {
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The text of a posted form. */
  readonly body?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The parameters of the address without our own page token, and the fields of a posted form; of a
 * repeated field the first. A body that is no form is ignored. Undefined when it is more than a
 * processor is handed.
 */
export function broughtBackBy({ query, body = '', headers }: Visit): BroughtBack | undefined {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
  const form = isForm ? firstOfEach(new URLSearchParams(body)) : {};
  const parameters = firstOfEach([
    ...Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined || name === pageTokenMember ? [] : [[name, value]],
    ),
    ...behindToken(query[pageTokenMember]),
  ]);
  const isWithin = fits(parameters, maxQueryBytes) && fits(form, maxFormBytes);
  return isWithin ? { query: parameters, form } : undefined;
}

/** The parameters that a processor appended to our address with a second question mark. */
const behindToken = (token = '') =>
  new URLSearchParams(token.includes('?') ? token.slice(token.indexOf('?')) : '');

const firstOfEach = (
  pairs: Iterable<readonly [string, string]>,
): Readonly<Record<string, string>> => Object.fromEntries([...pairs].toReversed());

function fits(members: Readonly<Record<string, string>>, maxBytes: number): boolean {
  const pairs = Object.entries(members);
  const sizes = pairs.flat().map((text) => Buffer.byteLength(text));
  return (
    pairs.length <= maxMembers &&
    pairs.every(([name]) => Buffer.byteLength(name) <= maxNameBytes) &&
    sizes.reduce((sum, size) => sum + size, 0) <= maxBytes
  );
}

/**
 * A hash by which the same proof is recognised, without storing any of it; undefined when the
 * browser brought nothing.
 */
export function fingerprintOf({ query, form }: BroughtBack): string | undefined {
  const parts = [query, form].map((members) =>
    Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  if (parts.every((pairs) => pairs.length === 0)) return undefined;
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
