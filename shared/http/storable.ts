import { SwitchError } from '../errors.ts';

/** DynamoDB keeps 32 levels of lists and maps; ours leave room for what they are kept in. */
const deepest = 20;
/** Below this DynamoDB knows no number but zero. */
const smallest = 1e-125;
/** Beyond this its client hands out numbers that are no JSON, or none at all. */
const largest = Number.MAX_SAFE_INTEGER;

/**
 * Refuses a body that is JSON and that nobody could keep: nested too deep, with numbers beyond what
 * the table holds, or with a member that has no name. Throws `invalid_body`.
 */
export function checkStorable(value: unknown, depth = 0): void {
  if (depth > deepest) throw refusal('recursion limit exceeded');
  if (typeof value === 'number') {
    const size = Math.abs(value);
    if (size > largest || (size > 0 && size < smallest)) throw refusal('number out of range');
  }
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (name === '') throw refusal('a member has no name');
      // The database's client takes an object with such a member for one of another class.
      if (name === 'constructor') throw refusal('a member is called `constructor`');
      checkStorable(member, depth + 1);
    }
  }
}

const refusal = (detail: string) => new SwitchError('invalid_body', { detail });
