import { SwitchError } from '#platform/errors.ts';
import { subject } from '#platform/log-subject.ts';

export { sumOf } from './sum.ts';

export function refuse(): never {
  throw new SwitchError('payment_not_found');
}

/** The part's belief about the subject of the work at hand. */
export function whatIsKnown() {
  return subject();
}
