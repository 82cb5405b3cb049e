import { traceStep } from '../traces/trace.ts';
import { checkPlain, packed, unpacked } from './packed-item.ts';
import type {
  AttributeConditions,
  Changed,
  Changes,
  Condition,
  Item,
  TablePort,
  Write,
} from './port.ts';

/**
 * A port that packs large items. Its callers see only whole items. Attributes that an update
 * changes or that a condition reads are never packed, and that is checked here.
 */
export function packedPort(port: TablePort): TablePort {
  return {
    async get(key, options) {
      const item = await port.get(key, options);
      return item && unpacked(item);
    },

    async put(item, condition) {
      checkPlain(item, namesOfCondition(condition));
      const put = await traceStep(`write ${item.sk.replace(/#.*/, '')}`, (trace) =>
        port.put(packed(withTrace(item, trace)), condition),
      );
      return put.written ? put : { written: false, ...existingOf(put) };
    },

    async delete(key, condition) {
      checkPlain(key, namesOfCondition(condition));
      const removed = await port.delete(key, condition);
      return removed.written ? removed : { written: false, ...existingOf(removed) };
    },

    async update(key, changes) {
      checkPlain(key, namesOfChanges(changes));
      await port.update(key, changes);
    },

    async updateWhere(key, changes, condition) {
      checkPlain(key, [...namesOfChanges(changes), ...namesOfHolding(condition)]);
      return changed(await port.updateWhere(key, changes, condition));
    },

    async take(key, condition) {
      checkPlain(key, namesOfHolding(condition));
      return changed(await port.take(key, condition));
    },

    query: async (page) => (await port.query(page)).map((item) => unpacked(item)),

    batchGet: async (keys, options) =>
      (await port.batchGet(keys, options)).map((item) => unpacked(item)),

    async transact(writes, token) {
      const done = await traceStep('write together', (trace) =>
        port.transact(
          writes.map((write) => packedWrite(write, trace)),
          token,
        ),
      );
      if (done.written) return done;
      const refused = done.refused.map((one) => ({ index: one.index, ...existingOf(one) }));
      return { written: false, refused };
    },
  };
}

/**
 * An item whose transitions the stream's readers go on with, with the context of the step that
 * writes it. The context that it was read with is of an earlier write.
 */
const withTrace = (item: Item, trace: string | undefined): Item =>
  'transitions' in item && (trace ?? item.trace) ? { ...item, trace } : item;

function packedWrite(write: Write, trace: string | undefined): Write {
  switch (write.kind) {
    case 'put':
      checkPlain(write.item, namesOfCondition(write.condition));
      return { ...write, item: packed(withTrace(write.item, trace)) };
    case 'update':
      checkPlain(write.key, [...namesOfChanges(write.changes), ...namesOfHolding(write.condition)]);
      return write;
    case 'delete':
      checkPlain(write.key, namesOfCondition(write.condition));
      return write;
    case 'check':
      return write;
  }
}

const existingOf = ({ existing }: { readonly existing?: Item }) =>
  existing ? { existing: unpacked(existing) } : {};

const changed = (answer: Changed): Changed =>
  answer.written
    ? { written: true, item: unpacked(answer.item) }
    : { written: false, ...existingOf(answer) };

const namesOfCondition = (condition: Condition): readonly string[] =>
  typeof condition === 'object' && 'attribute' in condition ? [condition.attribute] : [];

const namesOfChanges = ({ add, set, append, remove = [] }: Changes): readonly string[] => [
  ...[add, set, append].flatMap((some) => Object.keys(some ?? {})),
  ...remove,
];

const namesOfHolding = ({
  atLeast,
  atMost,
  oneOf,
  absent = [],
}: AttributeConditions): readonly string[] => [
  ...[atLeast, atMost, oneOf].flatMap((some) => Object.keys(some ?? {})),
  ...absent,
];
