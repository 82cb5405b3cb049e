import { isObject, type Json, type JsonObject, listOf } from '../assembly/json.ts';
import { invalid, invalidParameter, malformed } from './table-error.ts';
import { attribute, type Item, type Value } from './values.ts';

/** An attribute that is a key, with its type. */
export interface KeyAttribute {
  readonly name: string;
  readonly type: 'S' | 'N' | 'B';
}

/** The keys of a table or of an index. */
export interface Keys {
  readonly partition: KeyAttribute;
  readonly sort: KeyAttribute | undefined;
}

export interface IndexSchema {
  readonly name: string;
  readonly isLocal: boolean;
  readonly keys: Keys;
  /** Attributes that its entries have beside all keys; undefined means all of the item. */
  readonly projected: readonly string[] | undefined;
  readonly definition: JsonObject;
}

const viewTypes = ['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES'] as const;
export type ViewType = (typeof viewTypes)[number];

export interface TableSchema {
  readonly keys: Keys;
  readonly indexes: readonly IndexSchema[];
  readonly streamView: ViewType | undefined;
}

export const keyNames = ({ partition, sort }: Keys): readonly string[] =>
  sort ? [partition.name, sort.name] : [partition.name];

/** Reads the schema of a CreateTable request, or of one as it is stored. */
export function schemaOf(request: JsonObject): TableSchema {
  const types = new Map(
    listOf(request.AttributeDefinitions).map((one) => {
      const { AttributeName, AttributeType } = isObject(one) ? one : {};
      return [AttributeName, AttributeType];
    }),
  );
  const used = new Set<string>();
  const keysIn = (json: Json | undefined): Keys => {
    const [partition, sort, ...more] = listOf(json).map((one) => {
      const { AttributeName: name, KeyType } = isObject(one) ? one : {};
      const type = types.get(name);
      if (typeof name !== 'string' || (type !== 'S' && type !== 'N' && type !== 'B')) {
        throw invalidParameter(
          `Some index key attributes are not defined in AttributeDefinitions. Keys: [${name}], AttributeDefinitions: [${[...types.keys()].join(', ')}]`,
        );
      }
      used.add(name);
      const key: KeyAttribute = { name, type };
      return { key, kind: KeyType };
    });
    if (partition?.kind !== 'HASH' || (sort && sort.kind !== 'RANGE') || more.length > 0) {
      throw invalid('Invalid KeySchema: The first KeySchemaElement is not a HASH key type');
    }
    return { partition: partition.key, sort: sort?.key };
  };
  const indexesIn = (json: Json | undefined, isLocal: boolean) =>
    listOf(json)
      .filter(isObject)
      .map((definition): IndexSchema => {
        const { IndexName: name, KeySchema, Projection } = definition;
        if (typeof name !== 'string') throw malformed('IndexName is not text');
        return {
          name,
          isLocal,
          definition,
          keys: keysIn(KeySchema),
          projected: projectedBy(Projection),
        };
      });
  const keys = keysIn(request.KeySchema);
  const indexes = [
    ...indexesIn(request.LocalSecondaryIndexes ?? undefined, true),
    ...indexesIn(request.GlobalSecondaryIndexes ?? undefined, false),
  ];
  if (new Set(indexes.map(({ name }) => name)).size < indexes.length) {
    throw invalidParameter('Duplicate index name');
  }
  if (used.size < types.size) {
    throw invalidParameter(
      'Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions',
    );
  }
  const { StreamEnabled, StreamViewType } = isObject(request.StreamSpecification)
    ? request.StreamSpecification
    : {};
  const streamView = viewTypes.find((type) => type === StreamViewType);
  if (StreamEnabled === true && !streamView) {
    throw invalidParameter('StreamViewType is required when StreamEnabled is true');
  }
  return { keys, indexes, streamView: StreamEnabled === true ? streamView : undefined };
}

function projectedBy(projection: Json | undefined): readonly string[] | undefined {
  const { ProjectionType, NonKeyAttributes } = isObject(projection) ? projection : {};
  if (ProjectionType === 'ALL') return undefined;
  if (ProjectionType === 'KEYS_ONLY') return [];
  if (ProjectionType !== 'INCLUDE') throw invalidParameter('Unknown ProjectionType: null');
  return listOf(NonKeyAttributes).map(String);
}

/** Attributes that a projection leaves in an index; undefined means all. */
export function indexedNames(
  table: TableSchema,
  index: IndexSchema,
): readonly string[] | undefined {
  if (!index.projected) return undefined;
  return [...new Set([...keyNames(table.keys), ...keyNames(index.keys), ...index.projected])];
}

/** The entry of an item in an index; undefined when the item lacks one of the index's keys. */
export function entryOf(table: TableSchema, index: IndexSchema, item: Item): Item | undefined {
  if (keyNames(index.keys).some((name) => !attribute(item, name))) return undefined;
  const names = indexedNames(table, index);
  return names ? pick(item, names) : item;
}

export function pick(item: Item, names: readonly string[]): Item {
  const members = names.flatMap((name): [string, Value][] => {
    const value = attribute(item, name);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(members);
}
