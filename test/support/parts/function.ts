import { isSwitchError } from '#platform/errors.ts';
import { subject, withSubject } from '#platform/log-subject.ts';
import { refuse, sumOf, whatIsKnown } from './seldom.ts';

/** A function with a part, for the suite of the bundler. */
export const handler = (numbers: readonly number[]) =>
  withSubject({ payment_id: 'pay_1' }, () => {
    if (numbers.length === 0) return { sum: 0 };
    try {
      refuse();
    } catch (error) {
      const isTyped = isSwitchError(error, 'payment_not_found');
      return { sum: sumOf(numbers), isTyped, here: subject(), there: whatIsKnown() };
    }
    return undefined;
  });
