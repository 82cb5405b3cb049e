import { SwitchError } from '../../errors.ts';

/** DynamoDB allows 32 levels of lists and maps; this leaves room for those around the body. */
const maxDepth = 20;
/** DynamoDB stores no smaller magnitude but zero. */
const minMagnitude = 1e-125;
/** Above this DynamoDB's client returns numbers that are no JSON, or loses them. */
const maxMagnitude = Number.MAX_SAFE_INTEGER;

/**
 * Refuses JSON that DynamoDB cannot store unchanged: nested too deep, numbers out of range, lone
 * surrogates, or member names that get lost. Throws `invalid_body`.
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
      // The AWS SDK takes an object with `constructor` for an instance of another class. The
      // schemas would drop `prototype` without an error for the merchant.
      if (name === 'constructor' || name === 'prototype') {
        throw refusal(`a member is called \`${name}\``);
      }
      checkText(name);
      checkJsonLimits(member, depth + 1);
    }
  }
}

/** A lone surrogate is no valid text that could be stored or sent. */
function checkText(value: unknown) {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw refusal('lone surrogate in a text');
  }
}

const refusal = (detail: string) => new SwitchError('invalid_body', { detail });
