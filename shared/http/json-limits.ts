import { SwitchError } from '../errors.ts';

/** DynamoDB keeps 32 levels of lists and maps; ours leave room for what they are kept in. */
const maxDepth = 20;
/** Below this DynamoDB knows no number but zero. */
const minMagnitude = 1e-125;
/** Beyond this its client hands out numbers that are no JSON, or none at all. */
const maxMagnitude = Number.MAX_SAFE_INTEGER;

/**
 * Refuses a body that is JSON and that nobody could keep as it is: nested too deep, with numbers beyond
 * what the table holds, with halves of characters, or with a member whose name gets lost. Throws
 * `invalid_body`.
 */
export function checkJsonLimits(value: unknown, depth = 0): void {
  if (depth > maxDepth) throw refusal('recursion limit exceeded');
  if (typeof value === 'number') {
    const size = Math.abs(value);
    if (size > maxMagnitude || (size > 0 && size < minMagnitude))
      throw refusal('number out of range');
  }
  checkText(value);
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (name === '') throw refusal('a member has no name');
      // The AWS SDK takes an object with the one for one of another class; what reads a contract
      // leaves the other out, and the merchant would not be told.
      if (name === 'constructor' || name === 'prototype') {
        throw refusal(`a member is called \`${name}\``);
      }
      checkText(name);
      checkJsonLimits(member, depth + 1);
    }
  }
}

/** Half of a character beyond the first 65,536 is no text that anybody could keep or send on. */
function checkText(value: unknown) {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw refusal('lone surrogate in a text');
  }
}

const refusal = (detail: string) => new SwitchError('invalid_body', { detail });
