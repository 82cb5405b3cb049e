import type * as v from 'valibot';

/**
 * The texts about one noun in the API's description. Only the generator of the document reads them.
 * In the contracts themselves they would be part of every function that parses by them.
 */
export interface Descriptions {
  /** Of groups of operations, by name. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Of parameters and properties, by name, in the schemas of this noun and of its operations. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Of properties that mean something of their own in one schema. */
  readonly schemas?: readonly SchemaDescription[];
}

export interface SchemaDescription {
  readonly schema: v.GenericSchema;
  /** The meaning of the schema as a whole. */
  readonly about?: string | undefined;
  readonly properties: Readonly<Record<string, string | undefined>>;
}

/** The members of every form of a choice. */
type MemberOf<T> = T extends unknown ? Extract<keyof T, string> : never;

/** Describes a schema that has a name, and members of it. */
export const describeSchema = <S extends v.GenericSchema>(
  schema: S,
  properties: { readonly [M in MemberOf<v.InferInput<S>>]?: string },
  about?: string,
): SchemaDescription => ({ schema, about, properties: { ...properties } });
