import { RepeatedCreate } from '#platform/table/put-idempotently.ts';
import { isRepeated } from './own-error.ts';

/** A function whose part would not know its errors again. */
export const handler = () => isRepeated(new RepeatedCreate({ pk: '', sk: '' }));
