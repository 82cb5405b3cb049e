import { SaxesParser } from 'saxes';
import * as v from 'valibot';

/** The most that is read, so that a long or deep answer is an error and no load. */
const maxCharacters = 1_048_576;
const maxElements = 10_000;
const maxDepth = 32;

type Content = string | { readonly [name: string]: Content | readonly Content[] };

interface OpenElement {
  text: string;
  readonly children: Map<string, Content[]>;
}

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

function contentOf(root: string, body: string): unknown {
  if (body.length > maxCharacters) throw new Error('The answer is too long.');
  const parser = new SaxesParser();
  const open: OpenElement[] = [];
  let elements = 0;
  let whole: unknown;
  parser.on('doctype', () => {
    throw new Error('The answer has a document type.');
  });
  parser.on('error', () => {
    throw new Error('The answer is no XML.'); // The parser's own message may quote the answer.
  });
  parser.on('opentag', ({ name }) => {
    elements += 1;
    if (elements === 1 && name !== root) throw new Error('The answer has another root.');
    if (elements > maxElements || open.length === maxDepth) {
      throw new Error('The answer has too many elements.');
    }
    open.push({ text: '', children: new Map() });
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    const element = open.pop();
    const parent = open.at(-1);
    if (!element) return;
    const text = element.text.trim();
    if (element.children.size > 0 && text) throw new Error('The answer has text beside elements.');
    const isText = parent !== undefined && element.children.size === 0;
    const content = isText ? text : objectOf(element);
    if (!parent) {
      whole = content;
      return;
    }
    const siblings = parent.children.get(name);
    if (siblings) siblings.push(content);
    else parent.children.set(name, [content]);
  });
  parser.write(body).close();
  return whole;
}

/** `fromEntries` makes own members of all names, also of `__proto__`. */
const objectOf = ({ children }: OpenElement): Content =>
  Object.fromEntries(
    [...children].map(([name, contents]) => [
      name,
      contents.length > 1 ? contents : (contents[0] ?? ''),
    ]),
  );
