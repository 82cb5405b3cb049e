import { SwitchError } from '#platform/errors.ts';
import { subject } from '#platform/log-subject.ts';

export { sumOf } from './sum.ts';

export function refuse(): never {
  throw new SwitchError('payment_not_found');
}

/** What the part believes the work at hand to be about. */
export function whatIsKnown() {
  return subject();
}
