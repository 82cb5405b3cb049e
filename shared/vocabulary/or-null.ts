import * as v from 'valibot';

/**
 * A member whose absence is stored as `null`. For objects that merchants send and get back, because
 * responses show all their members.
 */
export const orNull = <S extends v.GenericSchema>(schema: S) => v.nullish(schema, null);
