// Loaded late: an answer is JSON or XML.
import { isUtf8 } from 'node:buffer';
import {
  type MessageSelectors,
  type SelectedCard,
  type SelectedMessages,
  type SelectedValue,
  TooManySelected,
  UnreadableResponse,
} from './selected-nodes.ts';
import { XmlNode } from './xml-node.ts';
import { readXmlTree, writeXmlTree } from './xml-tree.ts';
import { counted, type Expression, parse, type SelectedNode, stepsOf } from './xpath.mjs';

/** Axes along which a step may visit every node of a document, or all siblings of a node. */
const searching: ReadonlySet<string> = new Set([
  ...['ancestor', 'ancestor-or-self', 'descendant', 'descendant-or-self', 'following'],
  ...['following-sibling', 'preceding', 'preceding-sibling', 'namespace', 'root'],
]);

/** A selector searches the document twice at most: `//booking//card`. */
const maxSearches = 2;

/**
 * An XPath 1.0 without prefixes (`*[local-name()="card"]` finds a name with one). A relative one
 * does not begin with a slash, and stays below its start. A filter reads only children, attributes
 * and parents, and contains no other filter, because it runs for every node found. Throws for any
 * other text.
 */
export function xmlSelector(selector: string, isAbsolute: boolean): Expression {
  if (selector.startsWith('/') !== isAbsolute) throw new Error('It begins at the wrong place.');
  const expression = parse(selector);
  for (const { axis, filters, hasFilter } of stepsOf(expression)) {
    if (filters > 0 && (hasFilter || searching.has(axis))) throw new Error('A filter searches.');
    if (!isAbsolute && axis === 'root') throw new Error('It leaves the place where it begins.');
  }
  const searches = stepsOf(expression).filter(({ axis }) => axis !== 'root' && searching.has(axis));
  if (searches.length > maxSearches) throw new Error('It searches too often.');
  // Unknown functions, variables and prefixes cause errors only during evaluation.
  expression.evaluate({ node: readXmlTree('<a/>') });
  return expression;
}

/**
 * The messages of an XML answer. A document type makes it unreadable, because it could declare
 * entities. Throws `Unreadable` and `TooMany`.
 */
export function xmlMessages(
  body: Buffer,
  { messages, cards, most, budget }: MessageSelectors,
): SelectedMessages {
  const encoding = encodingOf(body);
  const whole = read(body.toString(encoding));
  const compiled = new Map<string, Expression>();
  const select = (selector: string, node: SelectedNode) => {
    const expression = compiled.get(selector) ?? counted(parse(selector), budget.spend);
    compiled.set(selector, expression);
    const found = expression.evaluate({ node });
    // The nodes are counted before they are sorted.
    if ((found.toUnsortedArray?.().length ?? 0) > most) throw new TooManySelected();
    return found;
  };
  const found = select(messages, whole).toArray?.() ?? [];
  let seen = 0;
  return {
    messages: found.map((message) => {
      const nodes = (select(cards, message).toArray?.() ?? [])
        .filter(isElement)
        .filter((node) => isWithin(node, message));
      seen += nodes.length;
      if (seen > most) throw new TooManySelected();
      return { cards: nodes.map((node) => cardAt(node, select)) };
    }),
    write: () => Buffer.from(writeXmlTree(whole), encoding),
  };
}

/**
 * UTF-8, or an encoding of one byte per character. The answer is written in the encoding it was
 * read in.
 */
function encodingOf(body: Buffer): 'utf8' | 'latin1' {
  const head = body.toString('latin1', 0, 200);
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]?.toLowerCase();
  if (/^(iso-8859-\d+|windows-125\d|us-ascii|latin1)$/.test(declared ?? '')) return 'latin1';
  if (!/^(utf-?8)?$/.test(declared ?? '') || !isUtf8(body)) throw new UnreadableResponse();
  return 'utf8';
}

function read(text: string): XmlNode {
  try {
    return readXmlTree(text);
  } catch {
    throw new UnreadableResponse(); // The parser's own message may quote the answer.
  }
}

const isElement = (node: SelectedNode): node is XmlNode =>
  node instanceof XmlNode && node.isElement;

function isWithin(node: XmlNode, ancestor: SelectedNode): boolean {
  for (let one: XmlNode | null = node; one; one = one.parentNode) if (one === ancestor) return true;
  return false;
}

function cardAt(
  card: XmlNode,
  select: (selector: string, node: SelectedNode) => ReturnType<Expression['evaluate']>,
): SelectedCard {
  return {
    find(selector) {
      const found = select(selector, card);
      if (!found.toArray) return [{ text: found.stringValue(), replace: undefined }];
      return found.toArray().map(valueAt);
    },
    put(name, text) {
      for (const child of card.childNodes) {
        if (child.nodeName.replace(/^.*:/, '') === name) card.removeChild(child);
      }
      if (text === undefined) return;
      // The exact name: a card with a prefix has a node without one.
      card.appendElement(name, text);
    },
  };
}

function valueAt(node: SelectedNode): SelectedValue {
  if (!(node instanceof XmlNode)) return { text: '', replace: undefined };
  return {
    text: node.textContent,
    replace(text) {
      node.textContent = text;
    },
  };
}
