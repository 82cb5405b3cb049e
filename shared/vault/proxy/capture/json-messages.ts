// Loaded late: an answer is JSON or XML.
import { isUtf8 } from 'node:buffer';
import { JSONPathEnvironment, type JSONPathQuery, type JSONValue } from 'json-p3';
import { ownMember, setOwnMember } from '#platform/own-member.ts';
import { checkSearches, counted } from './json-path.ts';
import {
  type MessageSelectors,
  type SelectedCard,
  type SelectedMessages,
  type SelectedValue,
  TooManySelected,
  UnreadableResponse,
} from './selected-nodes.ts';

/** Part of ECMAScript, and not yet of TypeScript's library. */
interface JsonWithSource {
  parse(
    text: string,
    revive: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): JSONValue;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
}
const json = JSON as unknown as JsonWithSource; // Node has the declared members.

/** Without regular expressions: a tenant could write one that never ends. */
const environment = new JSONPathEnvironment({ maxRecursionDepth: 100 });
environment.functionRegister.delete('match');
environment.functionRegister.delete('search');

/**
 * A JSONPath of RFC 9535. A relative one may omit its beginning: `payment.card`. A filter reads
 * only members and elements of its node, and contains no other filter. Throws for any other text.
 */
export function jsonSelector(selector: string, isAbsolute: boolean): JSONPathQuery {
  const query = compile(selector, isAbsolute);
  checkSearches(query);
  return query;
}

const compile = (selector: string, isAbsolute: boolean): JSONPathQuery =>
  environment.compile(isAbsolute ? selector : fromRoot(selector));

function fromRoot(selector: string): string {
  if (selector.startsWith('$')) return selector;
  if (selector.startsWith('@')) return `$${selector.slice(1)}`;
  return /^[.[]/.test(selector) ? `$${selector}` : `$.${selector}`;
}

/**
 * The messages of a JSON answer. Numbers keep their exact text, with all digits. Throws
 * `Unreadable` and `TooMany`.
 */
export function jsonMessages(
  body: Buffer,
  { messages, cards, most, budget }: MessageSelectors,
): SelectedMessages {
  const whole = read(body);
  const compiled = new Map<string, JSONPathQuery>();
  const select = (selector: string, value: JSONValue, isAbsolute = false) => {
    const query = compiled.get(selector) ?? counted(compile(selector, isAbsolute), budget.spend);
    compiled.set(selector, query);
    return query.query(value).nodes;
  };
  const found = select(messages, whole, true);
  if (found.length > most) throw new TooManySelected();
  let seen = 0;
  return {
    messages: found.map((message) => {
      const nodes = select(cards, message.value).filter(({ value }) => isMap(value));
      seen += nodes.length;
      if (seen > most) throw new TooManySelected();
      return { cards: nodes.map(({ value }) => cardAt(value, select)) };
    }),
    write: () => Buffer.from(JSON.stringify(whole), 'utf8'),
  };
}

type JsonMap = Record<string, unknown>;
const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !json.isRawJSON(value);

function read(body: Buffer): JSONValue {
  try {
    if (!isUtf8(body)) throw new Error('JSON is UTF-8.');
    return json.parse(body.toString('utf8').replace(/^\u{feff}/u, ''), (_, value, { source }) =>
      typeof value === 'number' && source !== undefined && String(value) !== source
        ? json.rawJSON(source)
        : value,
    );
  } catch (error) {
    throw new UnreadableResponse('', { cause: error instanceof RangeError ? error : undefined });
  }
}

function cardAt(
  card: JSONValue,
  select: (selector: string, value: JSONValue) => readonly JsonNode[],
): SelectedCard {
  return {
    find: (selector) => select(selector, card).map((node) => valueAt(card, node)),
    put(name, text) {
      if (!isMap(card)) return;
      if (text === undefined) delete card[name];
      else setOwnMember(card, name, text);
    },
  };
}

interface JsonNode {
  readonly value: JSONValue;
  /** The path from the card to the node. */
  readonly location: readonly (string | number)[];
}

function valueAt(card: JSONValue, { value, location }: JsonNode): SelectedValue {
  return {
    text: textOf(value),
    replace(text) {
      const last = location.at(-1);
      let parent: unknown = card;
      for (const step of location.slice(0, -1)) parent = memberOf(parent, step);
      if (Array.isArray(parent) && typeof last === 'number') parent[last] = text;
      else if (isMap(parent) && typeof last === 'string') setOwnMember(parent, last, text);
    },
  };
}

const memberOf = (parent: unknown, step: string | number): unknown =>
  Array.isArray(parent)
    ? parent[Number(step)]
    : isMap(parent)
      ? ownMember(parent, String(step))
      : undefined;

function textOf(value: unknown): string | undefined {
  if (json.isRawJSON(value)) return value.rawJSON;
  if (value === null) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
