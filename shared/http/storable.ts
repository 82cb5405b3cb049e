import { SwitchError } from '../errors.ts';

/** DynamoDB keeps 32 levels of lists and maps; ours leave room for what they are kept in. */
const deepest = 20;
/** DynamoDB keeps numbers of this magnitude and no larger ones, nor fractions smaller than its inverse. */
const largest = 1e125;

/**
 * Refuses a body that is JSON and that nobody could keep: nested too deep, or with numbers beyond
 * what the table holds. Throws `invalid_body`.
 */
export function checkStorable(value: unknown, depth = 0): void {
  if (depth > deepest)
    throw new SwitchError('invalid_body', { detail: 'recursion limit exceeded' });
  if (typeof value === 'number') {
    const size = Math.abs(value);
    if (size >= largest || (size > 0 && size <= 1 / largest)) {
      throw new SwitchError('invalid_body', { detail: 'number out of range' });
    }
  }
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) checkStorable(member, depth + 1);
  }
}
