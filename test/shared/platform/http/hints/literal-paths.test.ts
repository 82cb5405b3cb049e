import { literalPathHint, literalPaths } from '#platform/http/hints/literal-paths.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import { operations } from '../../../../../shared/operations.ts';

const isParameter = (word: string) => word.startsWith('{');
const matches = (template: string, path: string) => {
  const [names, words] = [template.split('/'), path.split('/')];
  return (
    names.length === words.length &&
    names.every((name, at) => isParameter(name) || name === words[at])
  );
};
const parametersOf = (path: string) => path.split('/').filter(isParameter).length;

/** The words of reading routes that reach this one by its own method. */
function wordsAt({ method, path }: Operation): Record<string, string> {
  const found = operations.filter(
    (other: Operation) =>
      other.method !== method &&
      (other.method === 'GET' || other.repeats === 'only read') &&
      matches(path, other.path) &&
      parametersOf(other.path) < parametersOf(path) &&
      !operations.some((one) => one.method === method && one.path === other.path),
  );
  return Object.fromEntries(
    found
      // A word that two methods read is asked for by GET.
      .toSorted((one) => (one.method === 'GET' ? 1 : -1))
      .map((other) => [other.path.split('/').at(-1) ?? '', other.method]),
  );
}

describe('a word of another route in the place of an identifier', () => {
  it('the table has each word by which a reading route is missed', () => {
    const all = operations.flatMap((one: Operation) => {
      const words = wordsAt(one);
      return Object.keys(words).length > 0 ? [[`${one.method} ${one.path}`, words] as const] : [];
    });
    expect(literalPaths).toEqual(Object.fromEntries(all));
  });

  it('a word that an object may have as its identifier gets no such hint', () => {
    const route = { method: 'GET', path: '/refunds/{refund_id}' } as const;
    expect(literalPathHint(route, { refund_id: 'ref_1' })).toBeUndefined();
    expect(literalPathHint(route, { refund_id: 'constructor' })).toBeUndefined();
    expect(literalPathHint(route, { refund_id: 'list' })).toEqual({
      hint: 'Send the request with `POST`: `list` is no identifier.',
    });
  });
});
