import * as v from 'valibot';
import { contentOf } from './xml-content.ts';

/**
 * The content of an XML answer, in the form of the schema: an element with elements in it is an
 * object of them by name, any other is its text without blanks around it. A name that repeats is a
 * list; `listOf` reads it also where there is one or none. The root is always an object. Attributes
 * are dropped, and prefixes stay in the names.
 *
 * Throws a plain Error, which quotes nothing of the answer, for another root, text that is not well
 * formed, a document type (which could declare entities), text beside elements, and above 1 MiB of
 * text, 10,000 elements or 32 levels.
 */
export function readXml<S extends v.GenericSchema>(
  root: string,
  schema: S,
  { body }: { readonly body: string },
): v.InferOutput<S> {
  const read = v.safeParse(schema, contentOf(root, body));
  if (!read.success) throw new Error('The answer has another form.');
  return read.output;
}

/** Elements of one name: none, one or many. */
export const listOf = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.optional(v.unknown(), []),
    v.transform((content) => (Array.isArray(content) ? content : [content])),
    v.array(schema),
  );
