import { randomUUID } from 'node:crypto';
import { decodeForm } from '#platform/formats/bracketed-form.ts';
import { matchesRoute } from '#platform/http/hints/route-hint.ts';
import { pathInBody } from '#platform/http/hints/sent-path.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import { fromMajor } from '#vocabulary/amounts.ts';
import { operations } from '../../../shared/operations.ts';

const routes: readonly Operation[] = operations;

/** A request as a client writes it. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly key?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string | undefined;
}

/** The members of a refusal that a program reads. */
export interface Refusal {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly param?: string | undefined;
}

/** All that a developer has beside the refusal. */
export interface Knowledge {
  /** The keys of the developer, by the words with which a hint names them. */
  readonly keys: Readonly<Record<string, string>>;
  /** The latest value that an earlier answer had under this name, other than the sent one. */
  readonly answered: (name: string, sent?: unknown) => unknown;
  /** Which of the words is tried that a hint lists: the first is 0. */
  readonly choice: number;
}

type Members = Readonly<Record<string, unknown>>;
type Path = readonly string[];
type Rule = readonly [RegExp, (found: RegExpExecArray, context: Context) => Sent | undefined];

interface Context {
  readonly sent: Sent;
  readonly refusal: Refusal;
  readonly path: Path;
  /** The value of the wrong member. */
  readonly value: unknown;
  readonly knowledge: Knowledge;
}

/**
 * Sentences that say why no request is right: the state of the object, or a thing that only an operator or a
 * customer can change. A hint that is none of these asks for a request.
 */
const reasons: readonly RegExp[] = [
  /^Nothing (?:is|can be|is left|more can be) \w+/,
  /^No refund is needed: /,
  /^Create another payment(?:: this one|\.$|, )/,
  /^Wait for the outcome: /,
  /^Capture the payment first, or cancel it: no money has been taken/,
  /^Confirm the payment first/,
  /^Approve or reject the payment first\.$/,
  /^Send the customer to `[\w.]+` first, and wait for the outcome\.$/,
  /^Charge a payment method that was saved with /,
  /^Enable the payment method in a connector account /,
];

export const isReason = (hint: string): boolean => reasons.some((one) => one.test(hint));

/**
 * The request that a hint asks for, to the letter. Undefined for a sentence that says why there is
 * none.
 *
 * @throws Error for a hint that no program can follow
 */
export function followedHint(sent: Sent, refusal: Refusal, knowledge: Knowledge): Sent | undefined {
  const { hint = '', param } = refusal;
  if (isReason(hint)) return undefined;
  const path = param?.split('.') ?? [];
  const context: Context = { sent, refusal, path, value: sentAt(sent, path), knowledge };
  for (const [pattern, apply] of rules) {
    const found = pattern.exec(hint);
    const next = found && apply(found, context);
    if (next) return next;
  }
  throw new Error(`A hint that no program can follow: ${hint || refusal.message}`);
}

const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);

/** Hints by their form. The first rule that makes a request of one wins. */
const rules: readonly Rule[] = [
  // Paths and methods.
  [/^Send the request with `(\w+)`/, ([, method = ''], { sent }) => ({ ...sent, method })],
  [
    /^Ask `(\w+) (\S+)`/,
    ([, method = '', path = ''], { sent, knowledge }) => ({
      ...sent,
      method,
      path: filled(path, knowledge),
    }),
  ],
  [
    /^Did you mean `(\/\S*)`\?/,
    ([, path = ''], { sent, knowledge }) => ({ ...sent, path: filled(path, knowledge, sent.path) }),
  ],
  [/^Leave out the slash/, (_, { sent }) => ({ ...sent, path: sent.path.replace(/\/+$/, '') })],
  [
    /^Leave the version out/,
    (_, { sent }) => ({ ...sent, path: sent.path.replace(/^(?:\/api)?\/v\d+/, '') }),
  ],

  // Keys.
  [/^Send (?:the|a|an) .*\bkey\b/, (_, context) => withKey(context)],
  [
    /^Send a (?:new key|random identifier)/,
    (_, { sent }) => withHeader(sent, 'idempotency-key', randomUUID()),
  ],

  // Bodies.
  [/^Send a body: a JSON object\.$/, (_, { sent }) => withBody(sent, exampleBody(sent))],
  [
    /^Send one object, in braces\.$/,
    (_, { sent }) => withBody(sent, Object(Object.values(Object(bodyOf(sent)))[0])),
  ],
  [
    /`content-type: (\S+)`/,
    ([, type = ''], { sent }) => {
      const { text = JSON.stringify(sent.body) } = sent;
      const isForm = /form/.test(sent.headers?.['content-type'] ?? '');
      const { body: _, ...rest } = withHeader(sent, 'content-type', type);
      return { ...rest, text: isForm ? JSON.stringify(decodeForm(text)) : text };
    },
  ],
  [
    /^Mend the JSON at line (\d+), column (\d+): /,
    ([, line, column], { sent }) => mended(sent, Number(line), Number(column)),
  ],

  // Members that are superfluous, missing or elsewhere.
  [
    /^Leave (?:it out|out `(\w+)`)/,
    ([, name], { sent, path }) => without(sent, path.at(-1) === name || !name ? path : [name]),
  ],
  [/^Send only /, (_, { sent, path }) => without(sent, path)],
  [
    /^Send another `(\w+)`, or none/,
    ([, name = ''], { sent, path }) => without(sent, path.length > 0 ? path : [name]),
  ],
  [
    /send another `(\w+)`\.$/,
    ([, name = ''], { sent }) => put(sent, [name], `another ${randomUUID().slice(0, 8)}`),
  ],
  [
    /^Add ((?:`\w+`(?:, | and )?)+)(?: in `([\w.]+)`)?/,
    ([, names = '', parent], context) => {
      const { sent, path } = context;
      const place = parent?.split('.') ?? (path.length > 1 ? path.slice(0, -1) : []);
      return quoted(names).reduce(
        (next, name) => put(next, [...place, name], valueFor(name, context)),
        sent,
      );
    },
  ],
  [
    /^Send `(\w+)` as `([\w.]+)`(?: in `([\w.]+)`)?/,
    ([, other = '', own = '', parent], { sent, path }) =>
      moved(
        sent,
        [...path.slice(0, -1), other],
        [...(parent?.split('.') ?? []), ...own.split('.')],
      ),
  ],
  [
    /^Send `([\w.]+)`: this is its name here\.$/,
    ([, own = ''], { sent, path }) => moved(sent, path, own.split('.')),
  ],
  [
    /^Send an identifier as `(\w+)`/,
    ([, own = ''], { sent, path }) => moved(sent, path, [...path.slice(0, -1), own]),
  ],
  [
    /^Send `(\w+)`: lists are read on from there\.$/,
    ([, own = ''], context) =>
      put(without(context.sent, context.path), [own], valueFor(own, context)),
  ],
  [
    /^Send it in `([\w.]+)`\.$/,
    ([, parent = ''], { sent, path }) =>
      moved(sent, path, [...parent.split('.'), path.at(-1) ?? '']),
  ],
  [/^Send it at the top of the request/, (_, { sent, path }) => moved(sent, path, path.slice(-1))],
  [
    /^Send the method as `(\w+)` and its kind as `\w+`/,
    ([, own = ''], { sent, path, value }) => {
      const rest = without(sent, path);
      return sentAt(rest, [own]) === undefined ? put(rest, [own], value) : rest;
    },
  ],
  [
    /^Did you mean `([^`]+)`\?/,
    ([, meant = ''], { sent, path, refusal }) =>
      /unknown field/.test(refusal.message)
        ? moved(sent, path, [...path.slice(0, -1), meant])
        : put(sent, path, meant),
  ],

  // Values.
  [
    /^Send the amount as a whole number of the smallest units/,
    (_, { sent, path, value, knowledge }) =>
      put(sent, path, inMinorUnits(value, currencyOf(sent, knowledge))),
  ],
  [
    /^Send `true` or `false`, without quotes/,
    (_, { sent, path, value }) => put(sent, path, /^(?:true|yes|1|on)$/i.test(String(value))),
  ],
  [
    /^Send a number, without quotes/,
    (_, { sent, path, value }) =>
      /\d/.test(String(value))
        ? put(sent, path, Number(String(value).replace(/[^\d.]/g, '')))
        : undefined,
  ],
  [
    /^Send a whole number\.$/,
    (_, { sent, path, value }) => put(sent, path, Math.round(Number(value))),
  ],
  [
    /^Send a whole number, in digits only/,
    (_, { sent, path, value }) => put(sent, path, String(value).replace(/\D/g, '') || '10'),
  ],
  [/^Send a text, in quotes/, (_, { sent, path, value }) => put(sent, path, String(value))],
  [/^Send a list, in square brackets/, (_, { sent, path, value }) => put(sent, path, [value])],
  [
    /^Send an object with (.+)\.$/,
    ([, names = ''], context) => {
      // The sent value is that of one member; the next answer asks for the others.
      const { sent, path, value } = context;
      const isBare = quoted(names).includes('value') && typeof value !== 'object';
      return put(sent, path, isBare ? { value } : (example(path.at(-1) ?? '', sent) ?? {}));
    },
  ],
  [
    /^Send an object/,
    (_, { sent, path, value }) =>
      put(sent, path, example(path.at(-1) ?? '', sent) ?? objectIn(value)),
  ],
  [
    /^Send (?:at most|at least) (\d+) (characters|elements)/,
    ([, count], { sent, path, value }) =>
      put(
        sent,
        path,
        Array.isArray(value)
          ? value.slice(0, Number(count))
          : String(value).slice(0, Number(count)).padEnd(1, 'x'),
      ),
  ],
  [/^Send at most (\d+)/, ([, most], { sent, path }) => put(sent, path, Number(most))],
  [/^Send (\d+) or (?:more|less)/, ([, bound], { sent, path }) => put(sent, path, Number(bound))],
  [
    /^Send a `(\w+)` from \d+ to (\d+)/,
    ([, name = '', most = ''], { sent }) => put(sent, [name], Number(most)),
  ],
  [
    /^Send an `(\w+)` behind the `(\w+)`\.$/,
    ([, end = '', start = ''], { sent }) => swapped(sent, [end], [start]),
  ],
  [
    /^Send (?:the )?((?:`\w+`(?:, | and the | and )?)+) (?:from the answer|of the customer for whom|of an account|of the payment)/,
    ([, names = ''], context) =>
      quoted(names).reduce((next, name) => {
        const { answered } = context.knowledge;
        const known = answered(name, context.value) ?? answered(`${name}_name`);
        return putWhereSent(next, name, known ?? valueFor(name, context));
      }, context.sent),
  ],
  [
    /^Send data of the kind that `(\w+)` names/,
    ([, name = ''], { sent, path }) => {
      const kind = String(sentAt(sent, [name]));
      const type = String(sentAt(sent, [`${name}_type`]));
      return put(sent, path, { [kind]: { [type]: {} } });
    },
  ],
  [
    /^Send `(\w+)` (?:as )?`(\w+)` with (.+)\.$/,
    ([, name = '', word = '', others = ''], context) => {
      const place = context.path.slice(0, -1);
      const base = put(context.sent, [...place, name], word);
      return quoted(others).reduce(
        (next, other) =>
          sentAt(next, [...place, other]) === undefined
            ? put(next, [...place, other], `${other}_example`)
            : next,
        base,
      );
    },
  ],
  [
    /^Send `([^`]+)`, and `(\w+)` as `(\w+)`/,
    ([, word = '', kind = '', member = ''], { sent, path }) =>
      put(put(sent, path, word), [...path.slice(0, -1), member], kind),
  ],
  [
    /^Send `([^`]+)`, and its name as `(\w+)`/,
    ([, word = '', member = ''], { sent, path, value }) =>
      put(put(sent, path, word), [...path.slice(0, -1), member], value),
  ],
  [
    /\bsuch as `([^`]+)`/,
    ([, word = ''], { sent, path }) => (path.length > 0 ? put(sent, path, word) : undefined),
  ],
  [
    /^Send the month in two digits, from `(\d+)`/,
    ([, month = ''], { sent, path }) => put(sent, path, month),
  ],
  [
    /^Send all digits of the card number/,
    (_, context) => {
      const digits = String(context.value).replace(/\D/g, '');
      const { sent, path, value } = context;
      return put(sent, path, digits === value ? valueFor(path.at(-1) ?? '', context) : digits);
    },
  ],
  [
    /^Send (?:an identifier: letters, digits|as `\w+` the identifier of an entry)/,
    (_, context) => put(context.sent, context.path, valueFor(context.path.at(-1) ?? '', context)),
  ],
  [
    /^Send (?:the year in four digits|the code as it is on the card)/,
    (_, context) => put(context.sent, context.path, valueFor(context.path.at(-1) ?? '', context)),
  ],
  [
    /^(?:Send|.* Else send) (`.*`)(?:\.$|:)/,
    ([, words = ''], { sent, path, knowledge }) => {
      const [first, ...others] = quoted(words);
      return path.length > 0 ? put(sent, path, others[knowledge.choice - 1] ?? first) : undefined;
    },
  ],
];

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object, whichever way it is sent. */
function bodyOf({ body, text }: Sent): unknown {
  if (text === undefined) return body;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const withBody = ({ text: _, ...sent }: Sent, body: unknown): Sent => ({ ...sent, body });

const withHeader = (sent: Sent, name: string, value: string): Sent => ({
  ...sent,
  headers: { ...sent.headers, [name]: value },
});

/** Whether a member is one of the query: its name there has its points. */
const isInQuery = ({ method, query = {}, body, text }: Sent, path: Path) =>
  path.join('.') in query || (method === 'GET' && body === undefined && text === undefined);

function sentAt(sent: Sent, path: Path): unknown {
  if (path.length === 0) return undefined;
  return isInQuery(sent, path) ? sent.query?.[path.join('.')] : valueAt(bodyOf(sent), path);
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce(
    (found, name) => (Object(found) === found ? Reflect.get(Object(found), name) : undefined),
    value,
  );

/** The value with this member replaced, or left out where the member is undefined. */
function changed(value: unknown, [name, ...rest]: Path, member: unknown): unknown {
  if (name === undefined) return member;
  const inner = changed(valueAt(value, [name]), rest, member);
  if (Array.isArray(value)) return value.map((one, at) => (String(at) === name ? inner : one));
  const { [name]: _, ...others } = isMembers(value) ? value : {};
  return inner === undefined ? others : { ...others, [name]: inner };
}

/** The route's parameters, by the path that was sent. */
function put(sent: Sent, path: Path, value: unknown): Sent {
  const [name = ''] = path;
  const template = routeOf(sent)?.path.split('/') ?? [];
  const at = template.indexOf(`{${name}}`);
  if (path.length === 1 && at >= 0 && sentAt(sent, path) === undefined) {
    return { ...sent, path: sent.path.split('/').with(at, String(value)).join('/') };
  }
  if (isInQuery(sent, path)) {
    const query = { ...sent.query, [path.join('.')]: String(value) };
    return { ...sent, query };
  }
  return withBody(sent, changed(bodyOf(sent), path, value));
}

/** Sets the first member of this name, wherever it stands; without one, that at the top. */
const putWhereSent = (sent: Sent, name: string, value: unknown): Sent =>
  put(sent, pathInBody(bodyOf(sent), name)?.split('.') ?? [name], value);

function without(sent: Sent, path: Path): Sent {
  if (!isInQuery(sent, path)) return withBody(sent, changed(bodyOf(sent), path, undefined));
  const { [path.join('.')]: _, ...query } = sent.query ?? {};
  return { ...sent, query };
}

const moved = (sent: Sent, from: Path, to: Path): Sent => {
  const value = sentAt(sent, from);
  const rest = without(sent, from);
  return isInQuery(sent, from)
    ? { ...rest, query: { ...rest.query, [to.join('.')]: String(value) } }
    : withBody(rest, changed(bodyOf(rest), to, value));
};

const swapped = (sent: Sent, one: Path, other: Path): Sent =>
  put(put(sent, one, sentAt(sent, other)), other, sentAt(sent, one));

/** The route that a gateway chooses: the one with most words of its own. */
export const routeOf = ({ method, path }: Pick<Sent, 'method' | 'path'>): Operation | undefined =>
  routes
    .filter((route) => route.method === method && matchesRoute(route, path))
    .toSorted((one, other) => parametersOf(one) - parametersOf(other))[0];

const parametersOf = ({ path }: Operation) => path.split('{').length;

/** A template with the identifiers of the path that was sent, else with those of earlier answers. */
function filled(template: string, { answered }: Knowledge, sentPath = ''): string {
  const sentParts = sentPath.split('/');
  return template
    .split('/')
    .map((part, at) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      if (name === undefined) return part;
      return sentParts[at] ?? String(answered(name) ?? 'one');
    })
    .join('/');
}

/** The first key that the hint names and that was not sent. */
function withKey({ sent, refusal, knowledge }: Context): Sent | undefined {
  const { hint = '' } = refusal;
  const named = Object.entries(knowledge.keys)
    .map(([name, key]) => ({ key, at: hint.split(': ')[0]?.indexOf(name) ?? -1 }))
    .filter(({ key, at }) => at >= 0 && key !== sent.key)
    .toSorted((one, other) => one.at - other.at);
  const { authorization: _, ...headers } = sent.headers ?? {};
  return named[0] && { ...sent, headers, key: named[0].key };
}

/** The value that the API's description gives a member of this name as an example, here or elsewhere. */
function example(name: string, sent: Sent): unknown {
  const own = routeOf(sent);
  const group = own?.name.split('.')[0];
  const near = routes.toSorted((one, other) => rank(one) - rank(other));
  function rank({ name }: Operation) {
    return name === own?.name ? 0 : name.split('.')[0] === group ? 1 : 2;
  }
  for (const {
    example: { body },
  } of near) {
    const path = pathInBody(body, name);
    if (path !== undefined) return valueAt(body, path.split('.'));
  }
  return undefined;
}

const exampleBody = (sent: Sent) => routeOf(sent)?.example.body ?? {};

/** A value of an earlier answer, or an example: identifiers and secrets have none that is right. */
function valueFor(name: string, { sent, path, value, knowledge }: Context): unknown {
  const isCursor = /_(?:after|before)$/.test(name);
  const noun = sent.path.split('/')[1]?.replace(/s$/, '');
  const known = knowledge.answered(
    isCursor ? `${noun}_id` : name,
    value ?? sentAt(sent, [...path.slice(0, -1), name]),
  );
  const fromAnswer = /(?:_id|secret|token|_after|_before)$/.test(name) || known === undefined;
  return (fromAnswer && known) || (example(name, sent) ?? known);
}

/** The object in a text, or one that has the value. */
function objectIn(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('{')) return JSON.parse(value);
  return { value };
}

/** 25.99 of a currency with two decimals, as a number or a text, is 2599; 2599 stays. */
function inMinorUnits(value: unknown, currency: string): number {
  const digits = String(value)
    .replace(/[^\d.,-]/g, '')
    .replace(',', '.');
  return digits.includes('.') ? fromMajor(digits, currency) : Number(digits);
}

/** The currency of a request, else that of the object which was answered last. */
function currencyOf(sent: Sent, { answered }: Knowledge): string {
  const path = pathInBody(bodyOf(sent), 'currency');
  return String(path ? valueAt(bodyOf(sent), path.split('.')) : answered('currency'));
}

/** A text that is no JSON, mended at the place where it stops to be. */
function mended(sent: Sent, line: number, column: number): Sent | undefined {
  const { text = '' } = sent;
  const before = text
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length;
  const at = before + (line > 1 ? 1 : 0) + column - 1;
  const [head, tail] = [text.slice(0, at), text.slice(at)];
  const candidates = [
    head.replace(/,\s*$/, '') + tail,
    `${head}}${tail}`,
    `${head},${tail}`,
    `${head}:${tail}`,
    `${head}"${tail}`,
    text.replaceAll("'", '"'),
    head + tail.replace(/^\w+/, (word) => `"${word}"`),
    head + tail.replace(/^(?:\/\/.*|\/\*.*?\*\/|#.*)/, ''),
  ];
  const found = candidates.find((one) => isJson(one));
  return found === undefined ? undefined : { ...sent, text: found };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
