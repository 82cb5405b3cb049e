import { isList, isObject, type Json, parseJson } from '../assembly/json.ts';

/**
 * The identifiers of the batch entries that a function reported as failed. `all` when the whole
 * batch failed or the answer is malformed; an empty set when all entries succeeded.
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
    // A missing, empty or unknown identifier makes the whole batch fail.
    if (typeof id !== 'string' || !known.has(id)) return 'all';
    identifiers.add(id);
  }
  return identifiers;
}
