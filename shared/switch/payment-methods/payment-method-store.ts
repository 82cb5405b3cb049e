import * as v from 'valibot';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { newId, randomText } from '#platform/ids.ts';
import { ownMember } from '#platform/own-member.ts';
import type { Write } from '#platform/table/port.ts';
import type { Item, Key, Table } from '#platform/table/table.ts';
import type { Customer } from '../customers/customer.ts';
import { customerKey, customerStore } from '../customers/customer-store.ts';
import type { SaveBankAccount, SaveCard } from './payment-method.ts';
import {
  bankPaymentMethod,
  completedPaymentMethod,
  hasNewDetails,
  leavingPaymentMethod,
  type Names,
  numberOf,
  PaymentMethod,
  savedPaymentMethod,
  usedPaymentMethod,
  withMissingCredentials,
  withNewDetails,
  withoutConnectorMandate,
} from './payment-method.ts';
import type { PaymentMethods } from './payment-methods.ts';

export interface PaymentMethodStore extends PaymentMethods {
  /** Saves a new payment method that awaits its data. */
  create(paymentMethod: PaymentMethod): Promise<PaymentMethod>;
  /**
   * Completes a payment method that awaits its data with a card. When the customer has saved this
   * number already, returns that payment method, as `saveCard` does, and the awaited one becomes
   * inactive. Throws `client_secret_expired` when it awaits no data any more.
   */
  complete(awaited: PaymentMethod, request: SaveCard): ReturnType<PaymentMethods['saveCard']>;
  /**
   * Saves a verified bank account for a customer. A customer has one payment method for each account:
   * when one exists, it gets the new access to the account. Throws `customer_not_found`,
   * `customer_redacted`, `concurrent_update`.
   */
  saveBankAccount(request: SaveBankAccount): Promise<PaymentMethod>;
  /** Writes over the version that was read. Throws `concurrent_update`. */
  save(paymentMethod: PaymentMethod): Promise<PaymentMethod>;
  /**
   * Writes an active payment method over the version that was read as inactive. It is its
   * customer's default no more. Throws `concurrent_update`.
   */
  deactivate(paymentMethod: PaymentMethod): Promise<PaymentMethod>;
  /** Like `get`, but also finds a payment method whose deletion has begun. */
  getToRemove(merchantId: string, id: string): Promise<PaymentMethod>;
  /**
   * Begins a deletion: from now on the payment method cannot be found, its number is free, and it
   * is not its customer's default. The result names the card that must leave the vault before
   * `remove`. Throws `payment_method_not_found`, `concurrent_update`.
   */
  beginRemoval(paymentMethod: PaymentMethod): Promise<PaymentMethod>;
  /** Completes a deletion. */
  remove(leaving: PaymentMethod): Promise<void>;
  /** Makes it the customer's default. Throws `concurrent_update`. */
  makeDefault(paymentMethod: PaymentMethod, now: Date): Promise<void>;
  /** A customer's active payment methods, last used first; at most the hundred newest. */
  list(merchantId: string, customerId: string): Promise<readonly PaymentMethod[]>;
  /**
   * The payment method of a customer that has a card of this fingerprint; undefined without one.
   */
  byFingerprint(
    merchantId: string,
    customerId: string,
    fingerprint: string,
  ): Promise<PaymentMethod | undefined>;
  /** The ids of all saved cards of a customer, unused ones included. */
  savedBy(merchantId: string, customerId: string): Promise<readonly string[]>;
  /**
   * Issues a payment token, valid until then, for each payment method; the result has the same
   * order.
   */
  issueTokens(
    merchantId: string,
    paymentMethods: readonly PaymentMethod[],
    until: Date,
  ): Promise<readonly string[]>;
}

/** The most payment methods that a customer's list shows. */
export const maxListed = 100;

type Named = Pick<PaymentMethod, 'merchantId' | 'id'>;

const paymentMethodKey = ({ merchantId, id }: Named): Key => ({
  pk: `MERCHANT#${merchantId}#PAYMENT_METHOD#${id}`,
  sk: 'PAYMENT_METHOD',
});

/** Makes a card number unique per customer, and leads from the number to its payment method. */
const numberKey = (merchantId: string, customerId: string, fingerprint: string): Key => ({
  pk: customerKey(merchantId, customerId).pk,
  sk: `CARD#${fingerprint}`,
});
const NumberItem = v.object({ paymentMethodId: v.string() });

const listPartition = (merchantId: string, customerId: string) =>
  `MERCHANT#${merchantId}#CUSTOMER#${customerId}#PAYMENT_METHODS`;

/**
 * The last millisecond that a date can have. Keys count back from it, so the newest comes first.
 */
const lastMs = 8.64e15;

/** Only active payment methods are on the list, so that inactive ones take none of its places. */
function toItem(paymentMethod: PaymentMethod): Item & { version: number } {
  const { listPk: _, listSk: __, ...item } = { listPk: '', listSk: '', ...paymentMethod };
  const { merchantId, customerId, id, status, createdAt } = paymentMethod;
  const age = String(lastMs - Date.parse(createdAt)).padStart(16, '0');
  return {
    ...item,
    ...paymentMethodKey(paymentMethod),
    ...(status === 'active' && {
      listPk: listPartition(merchantId, customerId),
      listSk: `${age}#${id}`,
    }),
  };
}

/** All tokens of one list call are attributes of one item. */
const tokensKey = (merchantId: string, call: string): Key => ({
  pk: `MERCHANT#${merchantId}#TOKENS#${call}`,
  sk: 'TOKENS',
});
const TokensItem = v.looseObject({ expiresAt: v.string() });

/** A token consists of its list call's part and its own part: 119 random bits together. */
const callLength = 12;
const wordLength = 8;
const attributeOf = (word: string) => `TOKEN#${word}`;

function readToken(token: string) {
  const [, call, word] = /^token_([0-9A-Za-z]{12})([0-9A-Za-z]{8})$/.exec(token) ?? [];
  return call && word ? { call, attribute: attributeOf(word) } : undefined;
}

const releaseNumber = (
  { merchantId, customerId, id }: PaymentMethod,
  fingerprint: string,
): Write => ({
  kind: 'delete',
  key: numberKey(merchantId, customerId, fingerprint),
  condition: { attribute: 'paymentMethodId', is: id },
});

const clearDefault = ({ merchantId, customerId, id }: PaymentMethod): Write => ({
  kind: 'update',
  key: customerKey(merchantId, customerId),
  changes: { add: { version: 1 }, remove: ['defaultPaymentMethodId'] },
  condition: { present: true, oneOf: { defaultPaymentMethodId: [id] } },
});

/** How often a change is tried again when other writers keep saving first. */
const maxAttempts = 5;

/** The id and the secret of a new payment method. */
export const newNames = (): Names => ({ id: newId('pm'), secret: randomText(20) });

export function paymentMethodStore(table: Table): PaymentMethodStore {
  return {
    ...reads(table),
    ...cardSaves(table),
    ...bankAccountSaves(table),
    ...removals(table),
    ...updates(table),
    ...paymentTokens(table),
  };
}

function reads(
  table: Table,
): Pick<PaymentMethodStore, 'get' | 'getToRemove' | 'list' | 'byFingerprint' | 'savedBy'> {
  return {
    async get(merchantId, id) {
      const found = await find(table, merchantId, id);
      if (!found) throw new SwitchError('payment_method_not_found');
      return found;
    },

    async getToRemove(merchantId, id) {
      const item = await table.get(paymentMethodKey({ merchantId, id }));
      if (!item) throw new SwitchError('payment_method_not_found');
      return v.parse(PaymentMethod, item);
    },

    async list(merchantId, customerId) {
      const pk = listPartition(merchantId, customerId);
      const listed = await table.query(pk, { index: 'by-list', limit: maxListed });
      if (listed.length === 0) return [];
      const items = await table.batchGet(listed.map(({ pk, sk }) => ({ pk, sk })));
      return items
        .map((item) => v.parse(PaymentMethod, item))
        .filter(({ status }) => status === 'active')
        .sort(
          (one, other) =>
            other.lastUsedAt.localeCompare(one.lastUsedAt) ||
            other.createdAt.localeCompare(one.createdAt) ||
            one.id.localeCompare(other.id),
        );
    },

    async byFingerprint(merchantId, customerId, fingerprint) {
      const number = await table.get(numberKey(merchantId, customerId, fingerprint));
      return number && find(table, merchantId, v.parse(NumberItem, number).paymentMethodId);
    },

    async savedBy(merchantId, customerId) {
      const { pk } = numberKey(merchantId, customerId, '');
      const numbers = await table.query(pk, { beginsWith: 'CARD#' });
      return numbers.map((item) => v.parse(NumberItem, item).paymentMethodId);
    },
  };
}

function cardSaves(table: Table): Pick<PaymentMethodStore, 'create' | 'saveCard' | 'complete'> {
  return {
    async create(paymentMethod) {
      const existing = await table.putNew(toItem(paymentMethod));
      if (existing) throw new Error('A new payment method has the identifier of another.');
      return paymentMethod;
    },

    saveCard(request) {
      const newMethod = savedPaymentMethod(request, request.names ?? newNames());
      return retryOnConflict(async (isFirst) => {
        const { customer, ...later } = request;
        const existingId = await putWithNumber(
          table,
          newMethod,
          'absent',
          isFirst ? request : later,
        );
        return existingId === undefined
          ? { paymentMethod: newMethod }
          : updateExisting(table, existingId, request);
      });
    },

    complete(awaited, request) {
      return retryOnConflict(async (isFirst) => {
        const { customer, ...later } = request;
        const before = isFirst ? awaited : await reads(table).get(awaited.merchantId, awaited.id);
        if (before.status !== 'awaiting_data') throw new SwitchError('client_secret_expired');
        const done = {
          ...completedPaymentMethod(before, request),
          version: before.version + 1,
        };
        const over = { version: before.version };
        const existingId = await putWithNumber(table, done, over, isFirst ? request : later);
        if (existingId === undefined) return { paymentMethod: done };
        const found = await updateExisting(table, existingId, request);
        // If this write fails, the awaited payment method expires by itself.
        await table.changeWhere(
          paymentMethodKey(before),
          { add: { version: 1 }, set: { status: 'inactive' } },
          { present: true, oneOf: { status: ['awaiting_data'] } },
        );
        return found;
      });
    },
  };
}

function bankAccountSaves(table: Table): Pick<PaymentMethodStore, 'saveBankAccount'> {
  return {
    saveBankAccount(request) {
      const { names, bankAccountOf, now } = request;
      return retryOnConflict(async () => {
        const paymentMethod = bankPaymentMethod(request, await bankAccountOf(names.id));
        const existingId = await putWithNumber(table, paymentMethod, 'absent', { now });
        if (existingId === undefined || existingId === names.id) return paymentMethod;
        const before = await find(table, request.merchantId, existingId);
        // It was deleted just now, so its number is free again.
        if (!before) throw new SwitchError('concurrent_update');
        return save(table, { ...before, bankAccount: await bankAccountOf(existingId) });
      });
    },
  };
}

function removals(table: Table): Pick<PaymentMethodStore, 'beginRemoval' | 'remove'> {
  return {
    beginRemoval(paymentMethod) {
      const { merchantId, customerId, id } = paymentMethod;
      return retryOnConflict(async (isFirst) => {
        const before = isFirst ? paymentMethod : await reads(table).getToRemove(merchantId, id);
        if (before.status === 'redacted') return before;
        const leaving = leavingPaymentMethod({ ...before, version: before.version + 1 });
        const customer = await table.get(customerKey(merchantId, customerId));
        const isDefault = customer?.defaultPaymentMethodId === id;
        const number = numberOf(before);
        const { refused } = await table.transact([
          { kind: 'put', item: toItem(leaving), condition: { version: before.version } },
          ...(number === undefined ? [] : [releaseNumber(before, number)]),
          ...(isDefault ? [clearDefault(before)] : []),
        ]);
        if (refused.length > 0) throw new SwitchError('concurrent_update');
        return leaving;
      });
    },

    async remove(leaving) {
      await table.remove(paymentMethodKey(leaving), { attribute: 'status', is: 'redacted' });
    },
  };
}

function updates(
  table: Table,
): Pick<
  PaymentMethodStore,
  'save' | 'deactivate' | 'makeDefault' | 'recordUse' | 'removeConnectorMandate'
> {
  return {
    save: (paymentMethod) => save(table, paymentMethod),

    async deactivate(paymentMethod) {
      const { merchantId, customerId, id, version } = paymentMethod;
      const customer = await table.get(customerKey(merchantId, customerId));
      const next: PaymentMethod = { ...paymentMethod, status: 'inactive' };
      if (customer?.defaultPaymentMethodId !== id) return save(table, next);
      const item = { ...toItem(next), version: version + 1 };
      const { refused } = await table.transact([
        { kind: 'put', item, condition: { version } },
        clearDefault(next),
      ]);
      if (refused.length > 0) throw new SwitchError('concurrent_update');
      return v.parse(PaymentMethod, item);
    },

    async makeDefault(paymentMethod, now) {
      const { merchantId, customerId, id } = paymentMethod;
      // The version rises, so that a concurrent deletion reads again and sees the new default.
      const { refused } = await table.transact([
        {
          kind: 'update',
          key: paymentMethodKey(paymentMethod),
          changes: { add: { version: 1 } },
          condition: { present: true, oneOf: { status: ['active'], customerId: [customerId] } },
        },
        {
          kind: 'update',
          key: customerKey(merchantId, customerId),
          changes: {
            add: { version: 1 },
            set: { defaultPaymentMethodId: id, modifiedAt: now.toISOString() },
          },
          condition: { present: true, absent: ['redactedAt'] },
        },
      ]);
      if (refused.length > 0) throw new SwitchError('concurrent_update');
    },

    recordUse(merchantId, id, use) {
      return retryOnConflict(async () => {
        const before = await find(table, merchantId, id);
        const next = before && usedPaymentMethod(before, use);
        if (before && next && next !== before) await saveOver(table, before, next, use.now);
      });
    },

    removeConnectorMandate(merchantId, id, updated) {
      return retryOnConflict(async () => {
        const before = await find(table, merchantId, id);
        const next = before && withoutConnectorMandate(before, updated);
        if (before && next && next !== before) await save(table, next);
      });
    },
  };
}

function paymentTokens(
  table: Table,
): Pick<PaymentMethodStore, 'issueTokens' | 'byToken' | 'deleteToken'> {
  return {
    async issueTokens(merchantId, paymentMethods, until) {
      if (paymentMethods.length === 0) return [];
      const call = randomText(callLength);
      const words = paymentMethods.map(() => randomText(wordLength));
      const tokens = paymentMethods.map(({ id }, place) => [attributeOf(words[place] ?? ''), id]);
      const existing = await table.putNew({
        ...tokensKey(merchantId, call),
        ...Object.fromEntries(tokens),
        merchantId,
        expiresAt: until.toISOString(),
        expiresAtSeconds: Math.ceil(until.getTime() / 1_000),
      });
      if (existing) throw new Error('A new set of payment tokens has the identifier of another.');
      return words.map((word) => `token_${call}${word}`);
    },

    async byToken(merchantId, token, now) {
      const read = readToken(token);
      const item = read && (await table.get(tokensKey(merchantId, read.call)));
      if (!item || v.parse(TokensItem, item).expiresAt <= now.toISOString()) return undefined;
      const id = ownMember(item, read.attribute);
      return typeof id === 'string' ? find(table, merchantId, id) : undefined;
    },

    async deleteToken(merchantId, token) {
      const read = readToken(token);
      if (!read) return;
      const key = tokensKey(merchantId, read.call);
      await table.changeWhere(key, { remove: [read.attribute] }, { present: true });
    },
  };
}

async function find(
  table: Table,
  merchantId: string,
  id: string,
): Promise<PaymentMethod | undefined> {
  const item = await table.get(paymentMethodKey({ merchantId, id }));
  const found = item && v.parse(PaymentMethod, item);
  // Only the deletion sees an item whose deletion has begun.
  return found?.status === 'redacted' ? undefined : found;
}

/** Writes over the version that was read. */
async function save(table: Table, paymentMethod: PaymentMethod): Promise<PaymentMethod> {
  return v.parse(PaymentMethod, await table.save(toItem(paymentMethod)));
}

async function retryOnConflict<T>(attempt: (isFirst: boolean) => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt(count === 1);
    } catch (error) {
      if (!isSwitchError(error, 'concurrent_update') || count === maxAttempts) throw error;
    }
  }
}

/** The write that makes it the default of a customer without one. */
function defaultOf(
  { merchantId, customerId, id }: PaymentMethod,
  now: string,
  customer: Item | Customer | undefined,
): readonly Write[] {
  const takesIt = customer && !customer.redactedAt && !customer.defaultPaymentMethodId;
  if (!takesIt) return [];
  return [
    {
      kind: 'update',
      key: customerKey(merchantId, customerId),
      changes: { add: { version: 1 }, set: { defaultPaymentMethodId: id, modifiedAt: now } },
      condition: { present: true, absent: ['defaultPaymentMethodId', 'redactedAt'] },
    },
  ];
}

/**
 * Writes a payment method together with the item of its number. When the customer has the number
 * already, nothing is written, and the id of that payment method is returned.
 *
 * @throws SwitchError `concurrent_update` when something else changed, and for an active one
 * `customer_not_found` and `customer_redacted`
 */
async function putWithNumber(
  table: Table,
  paymentMethod: PaymentMethod,
  over: 'absent' | { readonly version: number },
  { now, customer }: Pick<SaveCard, 'now' | 'customer'>,
): Promise<string | undefined> {
  const { merchantId, customerId, id } = paymentMethod;
  const number = numberKey(merchantId, customerId, numberOf(paymentMethod) ?? '');
  const isActive = paymentMethod.status === 'active';
  const owner = isActive
    ? (customer ?? (await customerStore(table).get(merchantId, customerId)))
    : undefined;
  if (owner?.redactedAt !== undefined) throw new SwitchError('customer_redacted');
  const { refused } = await table.transact([
    { kind: 'put', item: { ...number, merchantId, paymentMethodId: id }, condition: 'absent' },
    { kind: 'put', item: toItem(paymentMethod), condition: over },
    ...defaultOf(paymentMethod, now.toISOString(), owner),
  ]);
  if (refused.length === 0) return undefined;
  const existingNumber = refused.find(({ index }) => index === 0)?.existing;
  if (existingNumber) return v.parse(NumberItem, existingNumber).paymentMethodId;
  throw new SwitchError('concurrent_update');
}

/**
 * Writes over the version that was read. A payment method that becomes active may become the
 * default too.
 */
async function saveOver(table: Table, before: PaymentMethod, next: PaymentMethod, now: Date) {
  const rises = before.status !== 'active' && next.status === 'active';
  const owner = rises && (await table.get(customerKey(next.merchantId, next.customerId)));
  const more = defaultOf(next, now.toISOString(), owner || undefined);
  if (more.length === 0) return save(table, next);
  const item = { ...toItem(next), version: next.version + 1 };
  const { refused } = await table.transact([
    { kind: 'put', item, condition: { version: next.version } },
    ...more,
  ]);
  if (refused.length > 0) throw new SwitchError('concurrent_update');
  return v.parse(PaymentMethod, item);
}

/** The payment method that already has the number, updated with the request's new details. */
async function updateExisting(table: Table, id: string, request: SaveCard) {
  const before = await find(table, request.merchantId, id);
  // It was deleted just now, so its number is free again.
  if (!before) throw new SwitchError('concurrent_update');
  const { token } = request.card;
  const old = before.card?.token;
  // Our own earlier write, whose answer was lost.
  if (token !== undefined && old === token) return { paymentMethod: before };
  const isNewer = hasNewDetails(before, request) || (await isGone(old, request));
  const supersededToken = isNewer ? old : token;
  const credited = withMissingCredentials(before, request.credentials);
  const next = withNewDetails(credited, request);
  if (!isNewer && credited === before && next.status === before.status) {
    return { paymentMethod: before, ...(supersededToken !== undefined && { supersededToken }) };
  }
  const updated = isNewer || !before.card ? next : { ...next, card: before.card };
  const paymentMethod = await saveOver(table, before, updated, request.now);
  return { paymentMethod, ...(supersededToken !== undefined && { supersededToken }) };
}

/** Whether the vault lacks the card of a payment method that has its number. */
async function isGone(old: string | undefined, { card, isInVault }: SaveCard): Promise<boolean> {
  if (card.token === undefined) return false;
  return !(old && (await isInVault?.(old)));
}
