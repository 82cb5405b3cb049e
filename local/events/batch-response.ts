import { isList, isObject, type Json, parseJson } from '../assembly/json.ts';

/**
 * Which entries of a batch a function reported as failed, by their identifiers.
 * `all` when the answer says so or cannot be understood; an empty set when everything went well.
 */
export function failedEntries(
  payload: string,
  known: ReadonlySet<string>,
): ReadonlySet<string> | 'all' {
  const answer = parseJson(payload);
  if (answer === null) return new Set();
  const failures: Json | undefined = isObject(answer) ? answer.batchItemFailures : undefined;
  if (failures === undefined || failures === null) return new Set();
  if (!isList(failures)) return 'all';
  const identifiers = new Set<string>();
  for (const failure of failures) {
    const id = isObject(failure) ? failure.itemIdentifier : undefined;
    // An identifier that is missing, empty or unknown makes the whole batch count as failed.
    if (typeof id !== 'string' || !known.has(id)) return 'all';
    identifiers.add(id);
  }
  return identifiers;
}
