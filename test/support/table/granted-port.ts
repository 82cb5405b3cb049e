import { AsyncLocalStorage } from 'node:async_hooks';
import type { Operation } from '#platform/http/operation/operation.ts';
import { tableActionsOf } from '#platform/http/operation/table-actions.ts';
import type { Key, Page, TablePort, Write } from '#platform/table/port.ts';
import { operatorKeys } from '#platform/table/shared-keys.ts';
import type { TableAction } from '#platform/table/table-action.ts';

/** The grants of the role of the current operation. */
interface Granted {
  readonly name: string;
  readonly actions: ReadonlySet<string>;
}

const ofWrite: Readonly<Record<Write['kind'], TableAction>> = {
  put: 'PutItem',
  update: 'UpdateItem',
  delete: 'DeleteItem',
  check: 'ConditionCheckItem',
};

/** Each function that merchants or payers call may read and change these, and nothing else. */
const isCounterOfRates = ({ pk }: Key) => /^MERCHANT#.+#RATE#/.test(pk);

/** Functions that operators call may read these, and note their use. */
const isOperatorsKey = ({ pk }: Key) => pk === operatorKeys;

/** Functions that ask processors may read and change the processors' states. */
const isProcessorsState = ({ pk }: Key) => /^PROCESSOR#/.test(pk);

const ofQuery = ({ index }: Page) => (index === undefined ? 'Query' : `Query on ${index}`);

/**
 * The port as IAM lets an operation use it: while `as` serves one, a call that the operation's role
 * does not grant fails, as it would on AWS. Calls that a test makes by itself may do everything.
 */
export function grantedPort(port: TablePort) {
  const served = new AsyncLocalStorage<Granted>();
  const check = (...actions: readonly string[]) => {
    const granted = served.getStore();
    const missing = granted && actions.find((action) => !granted.actions.has(action));
    if (missing) throw new Error(`The role of ${granted.name} does not grant ${missing}.`);
  };
  const guarded: TablePort = {
    async get(...given) {
      if (!isOperatorsKey(given[0])) check('GetItem');
      return port.get(...given);
    },
    async put(...given) {
      check('PutItem');
      return port.put(...given);
    },
    async delete(...given) {
      check('DeleteItem');
      return port.delete(...given);
    },
    async update(...given) {
      check('UpdateItem');
      return port.update(...given);
    },
    async updateWhere(...given) {
      const isForAll = [isCounterOfRates, isOperatorsKey, isProcessorsState].some((is) =>
        is(given[0]),
      );
      if (!isForAll) check('UpdateItem');
      return port.updateWhere(...given);
    },
    async take(...given) {
      check('DeleteItem');
      return port.take(...given);
    },
    async query(page) {
      check(ofQuery(page));
      return port.query(page);
    },
    async batchGet(...given) {
      const isForAll = (key: Key) => isCounterOfRates(key) || isProcessorsState(key);
      if (!given[0].every(isForAll)) check('BatchGetItem');
      return port.batchGet(...given);
    },
    async transact(writes, token) {
      check(...writes.map(({ kind }) => ofWrite[kind]));
      return port.transact(writes, token);
    },
  };
  return {
    port: guarded,
    as<T>(operation: Operation, serve: () => T): T {
      const onIndexes = (operation.access.indexes ?? []).map((index) => `Query on ${index}`);
      const actions = new Set<string>([...tableActionsOf(operation), ...onIndexes]);
      return served.run({ name: operation.name, actions }, serve);
    },
  };
}
