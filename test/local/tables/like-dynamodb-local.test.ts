import fc from 'fast-check';
import { isObject, type Json, type JsonObject } from '../../../local/assembly/json.ts';
import { type AwsCall, awsCall } from '../../../local/aws/aws-call.ts';
import { countOfNight } from '../../support/switch/night.ts';
import { installedTables, startTables } from '../../support/table/local-table.ts';

// The built-in emulator beside DynamoDB Local, which AWS wrote: both answer the same requests, and
// the answers are compared. Where they differ on purpose, the reason stands beside the request.

const hasJudge = installedTables().includes('dynamodb-local');
const running = hasJudge
  ? await Promise.all((['built-in', 'dynamodb-local'] as const).map((one) => startTables(one)))
  : [];
const calls = running.map(({ call }) => awsCall(call));
afterAll(() => Promise.all(running.map(({ stop }) => stop())));

/** How many items, each with a condition and an update, are drawn. */
const drawnRequests = countOfNight() ?? 150;

const TableName = 'things';
const key = (pk: string, sk = '1') => ({ pk: { S: pk }, sk: { S: sk } });
const keySchema = (pk: string, sk: string) => [
  { AttributeName: pk, KeyType: 'HASH' },
  { AttributeName: sk, KeyType: 'RANGE' },
];
const definition = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    ...['pk', 'sk', 'g'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    { AttributeName: 'h', AttributeType: 'N' },
  ],
  KeySchema: keySchema('pk', 'sk'),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-g',
      KeySchema: keySchema('g', 'h'),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['s'] },
    },
  ],
};

/**
 * The answer to a call, or the name and the message of its error. Members of sets have no order.
 */
async function answerOf(call: AwsCall, operation: string, request: object): Promise<Json> {
  try {
    const body = JSON.parse(JSON.stringify(request));
    return ordered(await call(`DynamoDB_20120810.${operation}`, body));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${error.name} ${error.message.replace(/^\S+: /, '')}`;
  }
}

function ordered(json: Json | undefined): Json {
  if (Array.isArray(json)) return json.map(ordered);
  if (!isObject(json)) return json ?? null;
  const members = Object.entries(json).map(([name, value]): [string, Json] => {
    const isSet = ['SS', 'NS', 'BS'].includes(name) && Array.isArray(value);
    return [name, isSet ? value.toSorted() : ordered(value)];
  });
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Asks both, and returns the two answers. */
const both = (operation: string, request: object) =>
  Promise.all(calls.map((call) => answerOf(call, operation, request)));

const item = {
  ...key('a'),
  g: { S: 'G' },
  h: { N: '1' },
  s: { S: 'héllo' },
  n: { N: '5.50' },
  b: { B: 'AQID' },
  t: { BOOL: true },
  z: { NULL: true },
  ss: { SS: ['x', 'y'] },
  ns: { NS: ['1', '2.0'] },
  bs: { BS: ['AQ=='] },
  l: { L: [{ N: '1' }, { S: 'x' }, { M: { y: { N: '2' } } }] },
  m: { M: { a: { M: { b: { N: '1' } } }, c: { S: 'd' } } },
};
const values: Readonly<Record<string, JsonObject>> = {
  ':s': { S: 'héllo' },
  ':h': { S: 'hé' },
  ':x': { S: 'x' },
  ':e': { S: '' },
  ':n': { N: '5.5' },
  ':n2': { N: '6' },
  ':zero': { N: '0' },
  ':b': { B: 'AQ==' },
  ':big': { N: '1e37' },
  ':small': { N: '1e-37' },
  ':t': { BOOL: true },
  ':z': { NULL: true },
  ':l': { L: [{ N: '9' }] },
  ':m': { M: { q: { N: '1' } } },
  ':ss': { SS: ['x'] },
  ':ns': { NS: ['2'] },
  ':bs': { BS: ['AQ=='] },
  ':S': { S: 'S' },
  ':N': { S: 'N' },
};
const names: Readonly<Record<string, string>> = {
  '#n': 'n',
  '#s': 's',
  '#name': 'name',
  '#l': 'l',
};

/** The placeholders that an expression uses, as members of its request. */
function placeholders(expression: string) {
  const used = (all: object) =>
    Object.fromEntries(
      Object.entries(all).filter(([name]) => new RegExp(`${name}(?!\\w)`).test(expression)),
    );
  const [usedNames, usedValues] = [used(names), used(values)];
  return {
    ...(Object.keys(usedNames).length > 0 && { ExpressionAttributeNames: usedNames }),
    ...(Object.keys(usedValues).length > 0 && { ExpressionAttributeValues: usedValues }),
  };
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => line.split(' | ').map((one) => one.trim()));

/** Requests that both answer differently, with their expressions. */
async function differences(
  expressions: readonly string[],
  ask: (expression: string) => Promise<readonly Json[]>,
): Promise<Readonly<Record<string, readonly Json[]>>> {
  const found: Record<string, readonly Json[]> = {};
  for (const expression of expressions) {
    const [ours, theirs] = await ask(expression);
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
      found[expression] = [ours ?? null, theirs ?? null];
    }
  }
  return found;
}

const conditions = lines(`
  s = :s | s = :n | n = :n | n <> :n | n < :n2 | n >= :n2 | missing = :n | missing <> :n | :n = :n
  b > :b | t = :t | z = :z | l = :l | m = :m | ss = :ss | s < :n | NOT s = :s | NOT NOT s = :s
  s = :s AND n = :n | s = :s OR n = :n2 AND t = :z | (s = :s OR n = :n2) AND t = :z | ((s = :s))
  (s) = (:s) | ((s)) = :s | s BETWEEN :h AND :s | n BETWEEN :n2 AND :n | n BETWEEN :n AND :s
  s IN (:x, :s) | s IN () | s IN :s | missing IN (:s) | s IN (s) | s BETWEEN s AND s | s <> s
  attribute_exists(m.a.b) | attribute_exists(l[7]) | attribute_not_exists(missing)
  attribute_exists(:s) | attribute_exists(s, n) | attribute_exists() | attribute_exists(#s)
  attribute_type(s, :S) | attribute_type(s, :N) | begins_with(s, :h) | begins_with(n, :h)
  begins_with(s, :n) | begins_with(b, :b) | begins_with(s, s) | begins_with(s, :e)
  contains(s, :h) | contains(ss, :x) | contains(l, :x) | contains(b, :b) | contains(bs, :b)
  contains(m, :x) | contains(ss, :ss) | size(s) = :n2 | size(ss) > :zero | size(l) > :n
  size(n) > :zero | size(missing) > :zero | size(:n) > :zero | size(s) | size(size(s)) > :zero
  foo(s) | foo(s) = :s | if_not_exists(s, :s) | attribute_exists(s) = :t
  m.a.b = :n | l[2].y < :n | l[-1] = :n | l[a] = :n | l[0][1] = :n | m..a = :n | .m = :n | s. = :n
  name = :s | #name = :s | status = :s | #undef = :s | s = :undef | m.#n = :n | #l[0] < :n
  s | :s | s = | = :s | s :s | s == :s | s != :s | s = :s AND | AND s = :s | s = :s OR OR n = :n
  s = :s n = :n | (s = :s | s = :s) | () | s = 'x' | s = 5 | a-b = :s | s = :s; | s=:s AND n=:n
  in = :s | between = :s | s in (:s) | not s = :s | NOT (NOT (s = :s)) | pk = :s
`);

const updates = lines(`
  SET s = :x | SET s = :x, n = :n2 | SET s = n | SET s = missing | SET q = if_not_exists(q, :x)
  SET s = if_not_exists(:s, :x) | SET s = if_not_exists(q) | SET n = :n + :n2 | SET n = missing + :n
  SET n = s + :n | SET n = :s + :n | SET n = n + :n + :n2 | SET n = if_not_exists(q, :zero) + :n
  SET l = list_append(l, :l) | SET l = list_append(s, :l) | SET l = list_append(:s, :l)
  SET q = list_append(if_not_exists(q, :l), :l) | SET l[0] = :x | SET l[9] = :x, l[8] = :n
  SET l[2].y = :x | SET m.a.b = :x | SET m.a.c.d = :x | SET q.r = :x | SET s.r = :x | SET s[0] = :x
  SET q[0] = :x | SET m[0] = :x | SET l.a = :x | REMOVE s, n | REMOVE missing | REMOVE l[0], l[1]
  REMOVE l[9] | REMOVE m.q.r | REMOVE q.r | REMOVE s.r | REMOVE l[2].y | REMOVE m.a
  ADD q :n | ADD ss :ss | ADD q :ss | ADD s :n | ADD n :ss | ADD l :l | ADD m.q :n | ADD m.a.b :n
  ADD l[9] :n | DELETE ss :ss | DELETE bs :bs | DELETE s :ss | DELETE q :ss | DELETE n :n
  DELETE q.r :ss | SET s = :x REMOVE n ADD q :n DELETE ss :ss | SET s = :x SET n = :n
  SET s = :x, s = :n | SET m.a = :m, m.a.b = :n | SET l[0] = :n, l.a = :n | SET l[5] = :x REMOVE l[0]
  SET l[1] = l[0], l[0] = l[1] | SET s = n, n = s | SET q = s REMOVE s | SET q = l[9]
  SET pk = :s | REMOVE sk | ADD pk :n | SET g = :e | REMOVE g | SET g = :x | SET h.a = :n
  SET | SET s | SET s = | SET s = :x, | SET = :x | set s = :x | ADD n | foo s = :x | SET s = foo(s)
  SET s = size(s) | SET name = :x | SET #name = :x | SET #undef = :x | SET s = (:x)
  SET n = (n) + (:n2) | SET n = ((n + :n)) | SET n = -:n | SET s = :x; | SET n = :big + :small
  SET l[] = :x | DELETE ss | SET remove = :x | SET q = if_not_exists(q, if_not_exists(r, :x))
`);

const keyConditions = lines(`
  pk = :p | pk = :p AND sk = :s | pk = :p AND :s < sk | pk = :p AND sk <> :s | sk = :s AND pk = :p
  pk = :p AND begins_with(sk, :s) | pk = :p AND sk BETWEEN :s AND :u | pk = :p AND sk BETWEEN :u AND :s
  pk = :p AND pk = :s | pk = :p AND sk > :s AND sk < :u | pk = :p OR sk = :s | NOT pk = :p
  pk IN (:p) | pk = :p AND contains(sk, :s) | begins_with(pk, :p) | pk = :p AND size(sk) = :s
  pk = sk | pk > :p | pk = :p AND sk = :number | pk = :p AND begins_with(:s, sk) | pk = :empty
  (pk = :p) AND (sk <= :s) | pk = :p AND
`);

const describeBeside = hasJudge ? describe : describe.skip;

describeBeside('the built-in tables beside DynamoDB Local', () => {
  beforeAll(() => both('CreateTable', definition));

  it('both emulators answer every condition alike, whether it is true, false or invalid', async () => {
    await both('PutItem', { TableName, Item: item });
    const put = (expression: string) =>
      both('PutItem', {
        TableName,
        Item: item,
        ConditionExpression: expression,
        ...placeholders(expression),
      });
    expect(await differences(conditions, put)).toEqual({});
  });

  it('both emulators answer every update alike, and leave the same item', async () => {
    const update = async (expression: string) => {
      await both('PutItem', { TableName, Item: item });
      const answers = await both('UpdateItem', {
        TableName,
        Key: key('a'),
        UpdateExpression: expression,
        ReturnValues: 'ALL_NEW',
        ...placeholders(expression),
      });
      const left = await both('GetItem', { TableName, Key: key('a') });
      return answers.map((answer, index) => [answer, left[index] ?? null]);
    };
    expect(await differences(updates, update)).toEqual({});
  });

  it('both emulators return the same items for every key condition, page by page, in both directions', async () => {
    for (const sk of ['a', 'b', 'ba', 'c', 'é', 'z', '\u{1f600}', '\uffff']) {
      await both('PutItem', { TableName, Item: { ...key('query', sk), s: { S: sk } } });
    }
    const all = {
      ':p': { S: 'query' },
      ':s': { S: 'b' },
      ':u': { S: 'z' },
      ':number': { N: '1' },
      ':empty': { S: '' },
    };
    const query = async (expression: string) => {
      const used = Object.entries(all).filter(([name]) => expression.includes(name));
      const request = {
        TableName,
        KeyConditionExpression: expression,
        ...(used.length > 0 && { ExpressionAttributeValues: Object.fromEntries(used) }),
      };
      const whole = await both('Query', request);
      const reversed = await both('Query', { ...request, ScanIndexForward: false, Limit: 2 });
      return whole.map((answer, index) => [answer, reversed[index] ?? null]);
    };
    expect(await differences(keyConditions, query)).toEqual({});
  });

  it('both emulators store and return every number alike', async () => {
    const numbers = lines(`
      1 | -0 | 007 | 1. | .5 | 1.50 | 1e3 | 1E+3 | -1.5e2 | 12345678901234567890123456789012345678
      1e125 | 9.99e125 | 1e126 | 1e-130 | 1e-131 | -1e126 | 0e500
      100000000000000000000000000000000000000000000000
    `);
    const store = async (N: string) => {
      const put = await both('PutItem', { TableName, Item: { ...key('number'), n: { N } } });
      const got = await both('GetItem', { TableName, Key: key('number') });
      return put.map((answer, index) => [answer, got[index] ?? null]);
    };
    expect(await differences(numbers, store)).toEqual({});
  });

  const update = (pk: string, UpdateExpression: string, more: object = {}) => ({
    Update: {
      TableName,
      Key: key(pk),
      UpdateExpression,
      ...placeholders(UpdateExpression),
      ...more,
    },
  });
  const put = (pk: string, more: object = {}, attributes: object = {}) => ({
    Put: { TableName, Item: { ...key(pk), ...attributes }, ...more },
  });
  const absent = {
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };

  it('both emulators carry out the same transactions, and give the same reasons against the others', async () => {
    await both('PutItem', { TableName, Item: { ...key('there'), l: { L: [] } } });
    const transactions: Readonly<Record<string, readonly object[]>> = {
      'a put': [put('one')],
      'two of one item': [put('two'), put('two')],
      'an item that is there': [put('three'), put('there', absent)],
      'an operand of a wrong type': [update('there', 'SET l = l + :n'), put('four')],
      'a path that is not there': [update('there', 'SET q.r = :n')],
      'an attribute that is not there': [update('there', 'SET q = missing')],
      'an update of a key': [update('five', 'SET pk = :x')],
      'an unknown table': [{ Put: { TableName: 'none', Item: key('x') } }],
      'an item that is too large': [put('six', {}, { s: { S: 'x'.repeat(409_600) } })],
      'an empty key': [put('')],
      'an empty key of an index': [put('seven', {}, { g: { S: '' } })],
      'a delete of nothing': [{ Delete: { TableName, Key: key('nothing') } }],
      'a value that is not defined': [put('eight', { ConditionExpression: 'a = :a' })],
    };
    const transact = async (name: string) =>
      both('TransactWriteItems', { TransactItems: transactions[name] ?? [] });
    const found = await differences(Object.keys(transactions), transact);
    // DynamoDB gives these as reasons of a cancelled transaction; DynamoDB Local answers with the
    // error itself: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
    expect(Object.keys(found)).toEqual([
      ...['an operand of a wrong type', 'a path that is not there', 'an empty key of an index'],
    ]);
    for (const [ours] of Object.values(found)) {
      expect(ours).toMatch(/^TransactionCanceledException .*ValidationError/);
    }
    const left = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'there'];
    const get = (pk: string) => both('GetItem', { TableName, Key: key(pk) });
    expect(await differences(left, get)).toEqual({});
  });

  /** Random values without numbers that DynamoDB Local writes in another form. */
  const value = fc.letrec<{ any: JsonObject }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('', 'a', 'b', 'ab').map((S) => ({ S })),
      fc.integer({ min: -3, max: 3 }).map((N) => ({ N: String(N) })),
      fc.constantFrom('AQ==', 'AQI=').map((B) => ({ B })),
      fc.boolean().map((BOOL) => ({ BOOL })),
      fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((SS) => ({ SS })),
      fc.uniqueArray(fc.constantFrom('1', '2'), { minLength: 1 }).map((NS) => ({ NS })),
      fc.array(tie('any'), { maxLength: 3 }).map((L) => ({ L })),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('any'), { maxKeys: 2 }).map((M) => ({ M })),
    ),
  })).any;
  const place = fc.constantFrom('a', 'b', 'a.a', 'a[0]', 'b.b[1]', 'b[0].a', 'c');
  const operand = fc.oneof(place, fc.constantFrom(':v', ':w'));
  const test = fc.oneof(
    fc
      .tuple(operand, fc.constantFrom('=', '<>', '<', '<=', '>', '>='), operand)
      .map(([one, sign, other]) => `${one} ${sign} ${other}`),
    fc.tuple(place, operand).map(([one, other]) => `contains(${one}, ${other})`),
    fc.tuple(place, operand).map(([one, other]) => `begins_with(${one}, ${other})`),
    fc.tuple(place, operand).map(([one, other]) => `${one} IN (${other}, :w)`),
    fc.tuple(place, operand).map(([one, other]) => `size(${one}) >= ${other}`),
    place.map((one) => `attribute_exists(${one})`),
  );
  const condition = fc.letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      test,
      fc
        .tuple(tie('any'), fc.constantFrom('AND', 'OR'), tie('any'))
        .map(([one, word, other]) => `${one} ${word} ${other}`),
      tie('any').map((one) => `NOT (${one})`),
    ),
  })).any;
  const assignment = fc.oneof(
    fc.tuple(place, operand).map(([to, from]) => `SET ${to} = ${from}`),
    fc.tuple(place, operand, operand).map(([to, one, other]) => `SET ${to} = ${one} + ${other}`),
    fc.tuple(place, place).map(([to, from]) => `SET ${to} = list_append(${from}, :v)`),
    fc.tuple(place, place).map(([to, from]) => `SET ${to} = if_not_exists(${from}, :v)`),
    fc.tuple(place, place).map(([one, other]) => `REMOVE ${one}, ${other}`),
    place.map((one) => `ADD ${one} :v`),
    place.map((one) => `DELETE ${one} :v`),
  );
  const stored = fc.record({ a: value, b: value }, { requiredKeys: [] });

  it('both emulators agree on random conditions and updates of random items', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ stored, condition, assignment, v: value, w: value }),
        async ({ stored: attributes, condition: holds, assignment: update, v, w }) => {
          await both('PutItem', { TableName, Item: { ...key('random'), ...attributes } });
          const used = Object.entries({ ':v': v, ':w': w }).filter(([name]) =>
            `${holds} ${update}`.includes(name),
          );
          const [ours, theirs] = await both('UpdateItem', {
            TableName,
            Key: key('random'),
            ReturnValues: 'ALL_NEW',
            UpdateExpression: update,
            ConditionExpression: holds,
            ...(used.length > 0 && { ExpressionAttributeValues: Object.fromEntries(used) }),
          });
          expect(ours).toEqual(theirs);
        },
      ),
      // Always the same requests: DynamoDB Local has faults of its own to find.
      { numRuns: drawnRequests, seed: 20_261_126, endOnFailure: true },
    );
  });
});
