import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../scripts/command-line/command.ts';
import type { Difference } from './differences.ts';

/** A difference that is meant, with its reason. */
export interface Exception {
  readonly id: string;
  /** The place, such as `request.body.reason`, or where it begins, such as `outcome`. */
  readonly path: string;
  readonly reason: string;
}

/**
 * The file of exceptions: a line each, `id | path | reason`. Lines that begin with `#` are comments.
 *
 * @throws UsageError for a line of another form, and for one without a reason
 */
export function readExceptions(path: string): readonly Exception[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '' || line.startsWith('#')) return [];
      const [id = '', place = '', ...reason] = line.split('|').map((part) => part.trim());
      if (id && place && reason.join('')) return [{ id, path: place, reason: reason.join(' | ') }];
      throw new UsageError(`${path}, line ${index + 1}: it is not "id | path | reason".`);
    });
}

/** The exceptions of each connector: `exceptions.txt` in its folder of tests. */
export const allExceptions = (): readonly Exception[] => {
  const folder = join(import.meta.dirname, '../../shared/connectors');
  return readdirSync(folder)
    .map((name) => join(folder, name, 'exceptions.txt'))
    .filter((path) => existsSync(path))
    .flatMap(readExceptions);
};

/** The exception that a difference of a vector has. */
export const exceptionOf = (
  exceptions: readonly Exception[],
  id: string,
  { path }: Difference,
): Exception | undefined =>
  exceptions.find((one) => isMeant(one.id, id) && (path === one.path || isWithin(path, one.path)));

/** A line may name all vectors that begin alike: `shift4.authorize.*`. */
const isMeant = (named: string, id: string): boolean =>
  named.endsWith('*') ? id.startsWith(named.slice(0, -1)) : named === id;

const isWithin = (path: string, place: string) =>
  path.startsWith(place) && ['.', '[', ' '].includes(path.charAt(place.length));
