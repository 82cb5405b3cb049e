import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { maskItem, maskValue } from '#platform/table/masked-item.ts';
import type { Item } from '#platform/table/port.ts';
import { reasonInWords } from '#switch/routing/route-decision.ts';
import type { Entry, EntryKind, FieldChange, Receipt, Tone } from './answers.ts';
import type { Change } from './changes.ts';
import type { RecentLine } from './recent-lines.ts';

/** Everything that is known of one payment. */
export interface StorySources {
  /** The items of its partition. */
  readonly items: readonly Item[];
  /** The items of its events: each event, its delivery and longer answers. */
  readonly events: readonly Item[];
  /** The stream's changes of these partitions, oldest first. */
  readonly changes: readonly Change[];
  /** Lines of the log that name it. */
  readonly lines: readonly RecentLine[];
  readonly receipts: readonly Receipt[];
}

/** The whole story of a payment, in order. Its values are masked. */
export function storyOf(sources: StorySources): readonly Entry[] {
  const lines = sources.lines.flatMap(factsOf);
  const createdAt = Math.min(
    ...sources.items.map(({ createdAt: at }) => timeOf(at)).filter((at) => !Number.isNaN(at)),
  );
  const told = sources.changes.filter(({ after, before }) => isOfPayment(after ?? before));
  const asked = lines.some(({ facts }) => facts.message === 'connector outcome');
  const entries = [
    ...lines
      .flatMap(({ line, facts }) => entryOfLine(line, facts, createdAt))
      .map((entry) => beforeItsSave(entry, told)),
    ...sources.items.flatMap((item) => routingsOf(item)),
    ...(asked ? [] : sources.items.flatMap((item) => exchangesOf(item))),
    ...(told.length > 0
      ? told.flatMap((change) => entryOfChange(change))
      : sources.items.flatMap((item) => transitionsOf(item))),
    ...sources.events.flatMap((item) => entriesOfEvent(item, sources.events)),
    ...sources.receipts.map(entryOfReceipt),
  ];
  return entries.toSorted((one, other) => one.at - other.at || ranks[one.kind] - ranks[other.kind]);
}

/** The order of entries within one millisecond: causes come first. */
const ranks: Readonly<Record<EntryKind, number>> = {
  request: 0,
  incoming: 1,
  routing: 2,
  change: 3,
  exchange: 4,
  event: 5,
  delivery: 6,
  received: 7,
  log: 8,
};

const isOfPayment = (item: Item | undefined) => item !== undefined && !isOfEvent(item);
const isOfEvent = ({ pk }: Item) => pk.includes('#EVENT#');

const timeOf = (text: unknown): number =>
  typeof text === 'string' ? Date.parse(text) : Number.NaN;

const Facts = v.looseObject({
  message: v.string(),
  level: v.optional(v.string()),
  function: v.optional(v.string(), ''),
  operation: v.optional(v.string()),
  status: v.optional(v.number()),
  ms: v.optional(v.number()),
  connector: v.optional(v.string()),
  flow: v.optional(v.string()),
  result: v.optional(v.string()),
  not_answered: v.optional(v.string()),
  reason: v.optional(v.string()),
  code: v.optional(v.string()),
  members: v.optional(v.string()),
});
type Facts = v.InferOutput<typeof Facts>;

const Line = v.pipe(v.string(), v.parseJson(), Facts);

function factsOf(line: RecentLine): readonly { line: RecentLine; facts: Facts }[] {
  const facts = v.safeParse(Line, line.message);
  return facts.success ? [{ line, facts: facts.output }] : [];
}

/** Lines that other entries contain in full. */
const toldOtherwise = new Set(['span', 'transition', 'webhook delivery']);

function entryOfLine(line: RecentLine, facts: Facts, createdAt: number): readonly Entry[] {
  const { ms = 0, status } = facts;
  if (toldOtherwise.has(facts.message)) return [];
  // A line is logged when the work is done.
  const begun = line.at - ms;
  const payload = maskValue(facts);
  if (facts.message === 'request') {
    // The request that created the payment began before it.
    const at = facts.operation?.endsWith('.create') ? Math.min(begun, createdAt) : begun;
    const kind = facts.operation?.startsWith('incoming-webhooks.') ? 'incoming' : 'request';
    const title = facts.operation ?? facts.function;
    return [{ kind, at, ms, title, note: `${status ?? ''}`, tone: toneOfStatus(status), payload }];
  }
  if (facts.message === 'connector outcome') {
    const { connector = 'connector', flow = 'asked', result = '' } = facts;
    const outcome = [result, facts.not_answered && facts.reason, status, facts.code];
    return [
      {
        kind: 'exchange',
        at: begun,
        ms,
        title: `${connector} · ${flow}`,
        payload,
        note: noteOf(...outcome),
        tone: toneOfResult(result),
      },
    ];
  }
  const tone: Tone = facts.level === 'error' ? 'bad' : 'plain';
  // Of a request's ignored members, their names say more than the function.
  const note = facts.members ?? facts.function;
  return [{ kind: 'log', at: line.at, title: facts.message, note, tone, payload }];
}

/** By how much times are out that are rounded to whole ms, with a duration among them. */
const roundingMs = 2;

/**
 * The outcome of an exchange is saved at once, often within the same millisecond. An exchange that
 * seems to end after the save of an outcome ended before it.
 */
function beforeItsSave(entry: Entry, changes: readonly Change[]): Entry {
  const { kind, at, ms = 0 } = entry;
  if (kind !== 'exchange') return entry;
  const saved = changes.findLast((change) => change.at <= at + ms);
  if (!saved || saved.at < at - roundingMs || !saved.before || isAsking(saved)) return entry;
  return { ...entry, at: saved.at - Math.max(1, ms) };
}

/** Whether a change was saved before a processor was asked. */
const isAsking = ({ after }: Change) =>
  JSON.stringify(after && maskItem(after)).includes(
    `"askedAt":${JSON.stringify(after?.modifiedAt)}`,
  );

function toneOfStatus(status: number | undefined): Tone {
  if (status === undefined) return 'plain';
  return status < 400 ? 'good' : 'bad';
}

/** How an outcome of a processor or a status looks. */
function toneOfResult(result: string): Tone {
  if (/succe|captured|authorized|charged|delivered|verified|refunded|voided/.test(result)) {
    return 'good';
  }
  if (/fail|declin|wrong|undeliver|stopped|conflict|refused|lost/.test(result)) return 'bad';
  return /process|pending|unknown|requires|challeng|waiting|review/.test(result)
    ? 'waiting'
    : 'plain';
}

const ErrorOfProcessor = v.looseObject({
  code: v.optional(v.string()),
  message: v.optional(v.string()),
});

const Attempt = v.looseObject({
  id: v.string(),
  status: v.string(),
  connectorName: v.optional(v.string()),
  createdAt: v.string(),
  modifiedAt: v.string(),
  askedAt: v.optional(v.string()),
  error: v.optional(ErrorOfProcessor),
  routing: v.optional(
    v.looseObject({
      approach: v.string(),
      accounts: v.optional(v.array(v.string()), []),
      excluded: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
});

/** The attempt in a payment's item, or the earlier one that an item is. */
function attemptIn(item: Item): v.InferOutput<typeof Attempt> | undefined {
  const attempt = v.safeParse(Attempt, item.sk.startsWith('ATTEMPT#') ? item : item.attempt);
  return attempt.success ? attempt.output : undefined;
}

function routingsOf(item: Item): readonly Entry[] {
  const attempt = attemptIn(item);
  if (!attempt?.routing) return [];
  const { approach, accounts, excluded } = attempt.routing;
  const excludedInWords = Object.fromEntries(
    Object.entries(excluded).map(([account, reason]) => [account, reasonInWords(reason)]),
  );
  return [
    {
      kind: 'routing',
      at: timeOf(attempt.askedAt ?? attempt.createdAt),
      title: approach.replaceAll('_', ' '),
      note:
        accounts.map((account) => account.split(':')[0]).join(' → ') ||
        (attempt.connectorName ?? ''),
      tone: 'plain',
      payload: maskValue({
        ...attempt.routing,
        ...(Object.keys(excluded).length > 0 && { excluded: excludedInWords }),
      }),
    },
  ];
}

/** The exchange that an attempt itself records, when the log has no line of it any more. */
function exchangesOf(item: Item): readonly Entry[] {
  const attempt = attemptIn(item);
  if (!attempt?.askedAt) return [];
  const { connectorName = 'connector', status, error } = attempt;
  return [
    {
      kind: 'exchange',
      at: timeOf(attempt.askedAt),
      title: `${connectorName} · attempt ${attempt.id.split('_').at(-1)}`,
      note: noteOf(status, error?.code, error?.message),
      tone: toneOfResult(status),
      payload: maskValue(attempt),
    },
  ];
}

const Transitions = v.array(
  v.looseObject({ type: v.string(), status: v.string(), at: v.string() }),
);

/** The changes that an item itself remembers, when the stream does not have them any more. */
function transitionsOf(item: Item): readonly Entry[] {
  const transitions = v.safeParse(Transitions, item.transitions);
  if (!transitions.success) return [];
  return transitions.output.map((transition) => ({
    kind: 'change' as const,
    at: timeOf(transition.at),
    title: `${nameOf(item)} ${transition.status}`,
    note: transition.type,
    tone: toneOfResult(transition.status),
    payload: maskValue(transition),
  }));
}

const nameOf = ({ sk }: Item) => sk.split('#')[0]?.toLowerCase().replaceAll('_', ' ') ?? '';

/** Members that change with every save and have no meaning for a reader. */
const unremarkable = new Set([
  'save_id',
  'version',
  'trace',
  'modifiedAt',
  'pk',
  'sk',
  'transitions',
  'duePk',
  'listPk',
  'listSk',
]);

function entryOfChange({ at, before, after }: Change): readonly Entry[] {
  const item = after ?? before;
  if (!item) return [];
  const status = typeof after?.status === 'string' ? after.status : '';
  const version = typeof after?.version === 'number' ? `version ${after.version}` : '';
  const verb = before ? (after ? 'saved' : 'removed') : 'created';
  return [
    {
      kind: 'change',
      at,
      title: `${nameOf(item)} ${verb}`,
      note: noteOf(status, ...newErrorOf(before, after), version),
      tone: toneOfResult(status),
      changes: fieldChanges(before, after),
      payload: maskItem(item),
    },
  ];
}

/** The code and the message of an error that a save stored: the reason of a decline. */
function newErrorOf(before: Item | undefined, after: Item | undefined): readonly string[] {
  const [was, is] = [before, after].map((item) => {
    const { code, message } = (item && errorIn(item)) ?? {};
    return [code, message].filter((one) => one !== undefined);
  });
  return is === undefined || isDeepStrictEqual(was, is) ? [] : is;
}

/** The error of a payment's attempt, or that of a refund. */
function errorIn(item: Item): v.InferOutput<typeof ErrorOfProcessor> | undefined {
  const error = v.safeParse(ErrorOfProcessor, item.error);
  return attemptIn(item)?.error ?? (error.success ? error.output : undefined);
}

/** The parts that are there, in one line. */
const noteOf = (...parts: readonly (string | number | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ');

/**
 * The fields that differ, with dots between the names of nested ones; of a new item, the status.
 */
export function fieldChanges(
  before: Item | undefined,
  after: Item | undefined,
): readonly FieldChange[] {
  const old = before ? flat(maskItem(before)) : new Map<string, string>();
  const now = after ? flat(maskItem(after)) : new Map<string, string>();
  const fields = [...new Set([...old.keys(), ...now.keys()])].filter(
    (field) =>
      !unremarkable.has(field.split('.')[0] ?? '') &&
      !field.endsWith('modifiedAt') &&
      old.get(field) !== now.get(field) &&
      (before !== undefined || field === 'status' || field === 'amountMinor'),
  );
  return fields.slice(0, maxFields).map((field) => {
    const [was, is] = [old.get(field), now.get(field)];
    return {
      field,
      ...(was !== undefined && { before: was }),
      ...(is !== undefined && { after: is }),
    };
  });
}

const maxFields = 40;
const maxValueLength = 120;

function flat(value: object, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, member] of Object.entries(value)) {
    const field = `${prefix}${name}`;
    if (typeof member === 'object' && member !== null && !Array.isArray(member)) {
      for (const [nested, text] of flat(member, `${field}.`)) found.set(nested, text);
    } else {
      const text = typeof member === 'string' ? member : (JSON.stringify(member) ?? '');
      found.set(field, text.slice(0, maxValueLength));
    }
  }
  return found;
}

const StoredEvent = v.looseObject({
  id: v.string(),
  type: v.string(),
  createdAt: v.string(),
  body: v.string(),
});
const StoredDelivery = v.looseObject({
  attempts: v.array(
    v.looseObject({
      number: v.number(),
      kind: v.string(),
      at: v.string(),
      ms: v.number(),
      delivered: v.boolean(),
      status: v.optional(v.number()),
      error: v.optional(v.string()),
      answer: v.optional(v.string()),
    }),
  ),
});

/** An event, or the attempts to deliver it. A longer answer of a receiver is an item of its own. */
function entriesOfEvent(item: Item, all: readonly Item[]): readonly Entry[] {
  const event = v.safeParse(StoredEvent, item);
  if (item.sk === 'EVENT' && event.success) {
    const { type, createdAt, id, body } = event.output;
    return [
      {
        kind: 'event',
        at: timeOf(createdAt),
        title: type,
        note: id,
        tone: 'plain',
        payload: maskValue(body),
      },
    ];
  }
  const delivery = v.safeParse(StoredDelivery, item);
  if (item.sk !== 'DELIVERY' || !delivery.success) return [];
  return delivery.output.attempts.map((attempt) => {
    const long = all.find(({ pk, sk }) => pk === item.pk && sk === `ANSWER#${attempt.number}`);
    const answer = long?.answer ?? attempt.answer;
    return {
      kind: 'delivery' as const,
      at: timeOf(attempt.at),
      ms: attempt.ms,
      title: attempt.kind.replaceAll('_', ' '),
      note: noteOf(attempt.status, attempt.error),
      tone: attempt.delivered ? ('good' as const) : ('bad' as const),
      payload: { ...Object(maskValue(attempt)), ...(typeof answer === 'string' && { answer }) },
    };
  });
}

const entryOfReceipt = (receipt: Receipt): Entry => ({
  kind: 'received',
  at: receipt.at,
  title: receipt.type ?? 'webhook',
  note: receipt.verdict,
  tone: toneOfResult(receipt.verdict),
  payload: { headers: receipt.headers, body: receipt.payload },
});
