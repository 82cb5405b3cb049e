import * as v from 'valibot';

/**
 * A member that may be absent and is `null` then: for objects that merchants hand in and get back,
 * whose members are all written out in responses.
 */
export const orNull = <S extends v.GenericSchema>(schema: S) => v.nullish(schema, null);
