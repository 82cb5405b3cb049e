import { hash } from 'node:crypto';
import { isObject, type JsonObject } from '../assembly/json.ts';
import { ownMember } from '../own-member.ts';
import {
  type Action,
  carryOut,
  checkAction,
  deleteAction,
  type Planned,
  plan,
  putAction,
  type Tables,
  unitsOf,
  updateAction,
} from './actions.ts';
import type { Table } from './catalogue.ts';
import { type Database, textIn } from './database.ts';
import { capacitiesText, capacityDetail, readOf, shownText } from './item-calls.ts';
import { readItem } from './items.ts';
import { answerText, listText, objects, optionalText, wrongMember } from './request.ts';
import { invalid, TableError } from './table-error.ts';
import { consumedCapacity, doubled, readUnits, sumOfUnits, type Units } from './units.ts';

const kinds = {
  Put: putAction,
  Update: updateAction,
  Delete: deleteAction,
  ConditionCheck: checkAction,
} as const;

const maxActions = 100;
const maxTokenLength = 36;
const maxTransactionBytes = 4 * 1024 ** 2;

/** A repeat of a transaction with its token changes nothing for so long. */
const tokenMs = 10 * 60_000;

export function makeTokens(database: Database): void {
  database.run('CREATE TABLE tokens (token TEXT PRIMARY KEY, request TEXT, at INTEGER)');
}

/** The part of a transaction's request that is stored, and recognizes the request. */
export const requestDigest = (text: string): string => hash('sha256', text, 'base64');

/** Tokens removed at one time. */
const forgottenAtOnce = 500;

/** Removes some tokens whose time has passed. Returns whether there may be more. */
export function forgetTokens({ database, now }: Tables): boolean {
  const { changes } = database.run(
    `DELETE FROM tokens WHERE rowid IN (SELECT rowid FROM tokens ORDER BY rowid LIMIT ?) AND at < ?`,
    ...[forgottenAtOnce, now() - tokenMs],
  );
  return Number(changes) === forgottenAtOnce;
}

export function transactWriteItems(tables: Tables, request: JsonObject): string {
  const wanted = objects(request, 'TransactItems');
  checkCount(wanted.length);
  const token = optionalText(request, 'ClientRequestToken');
  if (token !== undefined && token.length > maxTokenLength) {
    throw wrongMember(
      token,
      'ClientRequestToken',
      `Member must have length less than or equal to ${maxTokenLength}`,
    );
  }
  const actions = wanted.map((one) => actionIn(tables, one));
  refuseRepeats(actions);
  return tables.database.atomically(() => {
    const asked = token === undefined ? '' : requestDigest(JSON.stringify(wanted));
    const isRepeat = token !== undefined && isKnown(tables, token, asked);
    if (isRepeat) return capacityText(request, repeatedUnits(tables, actions), 'ReadCapacityUnits');
    const planned = planAll(tables, actions);
    const bytes = planned.reduce((sum, { after }) => sum + (after?.bytes ?? 0), 0);
    if (bytes > maxTransactionBytes) {
      throw invalid('Aggregated size of the items in the transaction exceeds 4 MB');
    }
    for (const one of planned) carryOut(tables, one);
    if (token !== undefined) {
      tables.database.run(
        'INSERT OR REPLACE INTO tokens (token, request, at) VALUES (?, ?, ?)',
        ...[token, asked, tables.now()],
      );
    }
    const units = planned.map((one) => [one.action.table, doubled(unitsOf(one))] as const);
    return capacityText(request, units, 'WriteCapacityUnits');
  });
}

function checkCount(count: number) {
  if (count === 0) {
    throw wrongMember('[]', 'TransactItems', 'Member must have length greater than or equal to 1');
  }
  if (count > maxActions) {
    throw wrongMember(
      `[${count} items]`,
      'TransactItems',
      `Member must have length less than or equal to ${maxActions}`,
    );
  }
}

function actionIn(tables: Tables, item: JsonObject): Action {
  const given = Object.entries(kinds).flatMap(([name, action]) => {
    const part = ownMember(item, name);
    return isObject(part) ? [action(tables, part)] : [];
  });
  const [action] = given;
  if (action && given.length === 1) return action;
  throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
}

function refuseRepeats(actions: readonly Pick<Action, 'table' | 'place'>[]) {
  const places = actions.map(
    ({ table, place: { partition, sort } }) =>
      `${table.id}/${partition.toString('hex')}/${sort.toString('hex')}`,
  );
  if (new Set(places).size < places.length) {
    throw invalid('Transaction request cannot include multiple operations on one item');
  }
}

/** Whether this token was used for this request. Throws when it was used for another one. */
function isKnown({ database, now }: Tables, token: string, asked: string): boolean {
  const row = database.row(
    'SELECT request FROM tokens WHERE token = ? AND at > ?',
    ...[token, now() - tokenMs],
  );
  if (!row) return false;
  if (textIn(row, 'request') === asked) return true;
  throw new TableError(
    'IdempotentParameterMismatchException',
    'The request uses the same client token as a previous, but non-identical request. Do not reuse a client token with different requests, unless the requests are identical',
  );
}

/** Plans all actions, or throws TransactionCanceledException with a reason for each. */
function planAll(tables: Tables, actions: readonly Action[]): readonly Planned[] {
  const planned: Planned[] = [];
  const reasons = actions.map((action) => {
    try {
      planned.push(plan(tables, action));
      return { code: 'None', text: '{"Code":"None"}' };
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      const isRefused = error.name === 'ConditionalCheckFailedException';
      const code = isRefused ? 'ConditionalCheckFailed' : 'ValidationError';
      const members = {
        Code: JSON.stringify(code),
        Item: error.members.Item,
        Message: JSON.stringify(error.message),
      };
      return { code, text: answerText(members) };
    }
  });
  if (planned.length === actions.length) return planned;
  const codes = reasons.map(({ code }) => code).join(', ');
  throw new TableError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: listText(reasons.map(({ text }) => text)) },
  );
}

/** A repeat reads the items of the transaction, and is charged for that. */
function repeatedUnits(tables: Tables, actions: readonly Action[]) {
  return actions.map(({ table, place }) => {
    const bytes = readItem(tables.database, table, place)?.bytes ?? 0;
    return [table, { table: 2 * readUnits(bytes, true), indexes: new Map() }] as const;
  });
}

function capacityText(
  request: JsonObject,
  units: readonly (readonly [Table, Units])[],
  kind: 'ReadCapacityUnits' | 'WriteCapacityUnits',
): string {
  const byTable = Map.groupBy(units, ([table]) => table);
  const consumed = [...byTable].map(([table, some]) => {
    const sum = sumOfUnits(some.map(([, one]) => one));
    return consumedCapacity(capacityDetail(request), table, sum, kind);
  });
  return answerText({ ConsumedCapacity: capacitiesText(consumed) });
}

export function transactGetItems(tables: Tables, request: JsonObject): string {
  const wanted = objects(request, 'TransactItems');
  checkCount(wanted.length);
  const gets = wanted.map(({ Get: get }) => {
    if (!isObject(get)) throw wrongMember(null, 'TransactItems.get', 'Member must not be null');
    return readOf(tables, get);
  });
  refuseRepeats(gets);
  const found = gets.map(({ table, place, projection }) => {
    const stored = readItem(tables.database, table, place);
    const units = { table: 2 * readUnits(stored?.bytes ?? 0, true), indexes: new Map() };
    return {
      text: answerText({ Item: stored && shownText(stored, projection) }),
      units: [table, units] as const,
    };
  });
  const consumed = capacityText(
    request,
    found.map(({ units }) => units),
    'ReadCapacityUnits',
  );
  const responses = `"Responses":${listText(found.map(({ text }) => text))}`;
  return consumed === '{}' ? `{${responses}}` : `{${responses},${consumed.slice(1)}`;
}
