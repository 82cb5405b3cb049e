import { isUtf8 } from 'node:buffer';
import {
  DOMParser,
  type Document,
  type Element,
  type Node,
  onWarningStopParsing,
  XMLSerializer,
} from '@xmldom/xmldom';
import {
  type MessageSelectors,
  type SelectedCard,
  type SelectedMessages,
  type SelectedValue,
  TooManySelected,
  UnreadableResponse,
} from './selected-nodes.ts';
import { counted, type Expression, parse, stepsOf } from './xpath.mjs';

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
  expression.evaluate({ node: new DOMParser().parseFromString('<a/>', 'application/xml') });
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
  const select = (selector: string, node: Node) => {
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
      return { cards: nodes.map((node) => cardAt(node, whole, select)) };
    }),
    write: () => Buffer.from(new XMLSerializer().serializeToString(whole), encoding),
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

function read(text: string): Document {
  if (text.includes('<!DOCTYPE')) throw new UnreadableResponse();
  try {
    const parser = new DOMParser({ onError: onWarningStopParsing });
    return numbered(parser.parseFromString(text.replace(/^\u{feff}/u, ''), 'application/xml'));
  } catch {
    throw new UnreadableResponse(); // The parser's own message may quote the answer.
  }
}

/**
 * The same document, whose nodes store their position. XPath sorts its results, and the parser's
 * own comparison of two nodes counts all nodes before them: thousands would take minutes.
 */
function numbered(whole: Document): Document {
  const places = new Map<Node, number>();
  function compareDocumentPosition(this: Node, other: Node): number {
    const before = (places.get(this) ?? 0) < (places.get(other) ?? 0);
    return before ? following : preceding;
  }
  const queue: Node[] = [whole];
  for (let node = queue.pop(); node; node = queue.pop()) {
    places.set(node, places.size);
    node.compareDocumentPosition = compareDocumentPosition;
    // The last comes first on a stack.
    for (const child of [...node.childNodes].reverse()) queue.push(child);
    if (!isElement(node)) continue;
    for (const attribute of [...node.attributes].reverse()) queue.push(attribute);
  }
  return whole;
}

/** The DOM's DOCUMENT_POSITION_FOLLOWING and DOCUMENT_POSITION_PRECEDING. */
const following = 4;
const preceding = 2;

const isElement = (node: Node): node is Element => node.nodeType === 1;

function isWithin(node: Node, ancestor: Node): boolean {
  for (let one: Node | null = node; one; one = one.parentNode) if (one === ancestor) return true;
  return false;
}

function cardAt(
  card: Element,
  whole: Document,
  select: (selector: string, node: Node) => ReturnType<Expression['evaluate']>,
): SelectedCard {
  return {
    find(selector) {
      const found = select(selector, card);
      if (!found.toArray) return [{ text: found.stringValue(), replace: undefined }];
      return found.toArray().map(valueAt);
    },
    put(name, text) {
      for (const child of [...card.childNodes]) {
        if (child.nodeName.replace(/^.*:/, '') === name) card.removeChild(child);
      }
      if (text === undefined) return;
      // The exact name: a card with a prefix has a node without one.
      const node = whole.createElementNS(card.prefix ? null : card.namespaceURI, name);
      node.appendChild(whole.createTextNode(text));
      card.appendChild(node);
    },
  };
}

function valueAt(node: Node): SelectedValue {
  return {
    text: node.textContent ?? '',
    replace(text) {
      node.textContent = text;
    },
  };
}
