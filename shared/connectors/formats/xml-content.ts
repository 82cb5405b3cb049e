// Loaded late: few answers are XML, and the parser is larger than most connectors.
import { SaxesParser } from 'saxes';

/** The most that is read, so that a long or deep answer is an error and no load. */
const maxCharacters = 1_048_576;
const maxElements = 10_000;
const maxDepth = 32;

type Content = string | { readonly [name: string]: Content | readonly Content[] };

interface OpenElement {
  text: string;
  readonly children: Map<string, Content[]>;
}

/** The content of an XML answer by the names of its elements; see `readXml`. */
export function contentOf(root: string, body: string): unknown {
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
