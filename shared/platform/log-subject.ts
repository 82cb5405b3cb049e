// Shared with parts: a part logs under the subject of its function.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ownMember, setOwnMember } from './own-member.ts';

/**
 * The ids of the objects that lines of the log are about, under the names of the API: `payment_id`,
 * `refund_id`.
 */
export type Subject = Readonly<Record<string, string>>;

const names = [
  'merchant_id',
  'payment_id',
  'refund_id',
  'payout_id',
  'dispute_id',
  'mandate_id',
  'customer_id',
  'payment_method_id',
  'event_id',
] as const;

interface LogContext {
  readonly known: Record<string, string>;
  /** Ids that a caller names, until it turns out that no such object exists. */
  named: Subject;
}

const current = new AsyncLocalStorage<LogContext>();

/** Runs work with a subject, which all log lines of the work and of its awaited calls contain. */
export const withSubject = <Result>(subject: Subject, work: () => Result): Result =>
  current.run({ known: { ...subject }, named: {} }, work);

/**
 * Adds to the subject of the current work. Ids that were added first stay: later ids are of other
 * things.
 */
export function addSubject(subject: Subject): void {
  const known = current.getStore()?.known;
  if (!known) return;
  for (const [name, value] of Object.entries(subject)) {
    if (!Object.hasOwn(known, name)) setOwnMember(known, name, value ?? '');
  }
}

/**
 * Adds the ids that a caller names after it was let in: lines contain them unless
 * `clearNamedSubject` is called.
 */
export function addNamedSubject(subject: Subject): void {
  const work = current.getStore();
  if (work) work.named = { ...subject, ...work.named };
}

/**
 * Removes the ids that the caller named, since no such object exists. A caller that mistakes the
 * place for another one may have put a key or a card's number there, which no line may hold.
 */
export function clearNamedSubject(): void {
  const work = current.getStore();
  if (work) work.named = {};
}

/** The subject of the current work, as far as it is known. */
export function subject(): Subject {
  const work = current.getStore();
  return { ...work?.known, ...work?.named };
}

/** The ids that a request, its path, a response or a message names. Nothing else of it is taken. */
export function subjectIn(value: unknown): Subject {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const id: unknown = Reflect.get(value, name);
      return typeof id === 'string' && isId.test(id) ? [[name, id]] : [];
    }),
  );
}

/** The ids in the key of an item: everything of a payment lies in the payment's partition. */
export function subjectOfKey(key: { readonly pk?: unknown; readonly sk?: unknown }): Subject {
  const [, merchantId = '', kind = '', id = ''] =
    /^MERCHANT#([^#]+)#([A-Z]+)#([^#]+)$/.exec(String(key.pk)) ?? [];
  const [, part = '', partId = ''] = /^([A-Z]+)#([^#]+)$/.exec(String(key.sk)) ?? [];
  const [name, partName] = [ownMember(kinds, kind), ownMember(kinds, part)];
  return {
    ...(merchantId && name !== undefined && { merchant_id: merchantId }),
    ...(name !== undefined && { [name]: id }),
    ...(name !== undefined && partName !== undefined && { [partName]: partId }),
  };
}

const kinds: Readonly<Record<string, (typeof names)[number]>> = {
  PAYMENT: 'payment_id',
  REFUND: 'refund_id',
  PAYOUT: 'payout_id',
  DISPUTE: 'dispute_id',
  MANDATE: 'mandate_id',
  EVENT: 'event_id',
};

/** As long as our ids are, of the characters that they are made of. */
const isId = /^[\w-]{1,64}$/;
