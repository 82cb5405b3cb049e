import type { KeyManagement } from '#platform/aws/kms.ts';
import type { TablePort } from '#platform/table/port.ts';
import type { OtherServices } from './side.ts';

const key = { pk: 'MERCHANT#m_1', sk: 'PAYMENT#pay_1' };
const item = {
  ...key,
  text: 'Zürich ✓ 😀 "\\ \u0000\u001f',
  nothing: null,
  yes: true,
  number: -12.5,
  small: 1e-9,
  list: [1, 'two', [{}], undefined],
  map: { deep: { deeper: [] }, gone: undefined },
  bytes: new Uint8Array([0, 1, 250, 255]),
  empty: '',
};
const condition = {
  present: true,
  atLeast: { left: 5 },
  atMost: { used: 7 },
  oneOf: { status: ['processing', 'failed'] },
  absent: ['closed'],
};
const changes = {
  add: { count: 1 },
  set: { name: 'Ana' },
  append: { log: ['a'] },
  remove: ['old'],
};
const context = { tenant: 'm_1', class: 'pan', version: '3' };
const wrapped = new Uint8Array([1, 2, 3, 254]);

const place = { merchantId: 'm_1', id: 'file_1' };

type Kms = Omit<KeyManagement, 'close'>;
type Call = (port: TablePort, kms: Kms, others: OtherServices) => Promise<unknown>;

/** Every call of AWS that functions make, as they make it. */
export const calls: Readonly<Record<string, Call>> = {
  get: (port) => port.get(key),
  'get, eventual': (port) => port.get(key, { eventual: true }),
  'get twice': async (port) => [await port.get(key), await port.get(key)],
  'get a name that needs escaping': (port) => port.get({ pk: 'a"\\b\u2028\u007f', sk: 'é😀' }),
  put: (port) => port.put(item, 'absent'),
  'put over a version': (port) => port.put(item, { version: 3 }),
  'put over an attribute': (port) => port.put(item, { attribute: 'stamp', is: 'x' }),
  delete: (port) => port.delete(key, { version: 3 }),
  update: (port) => port.update(key, changes),
  'update where': (port) => port.updateWhere(key, changes, condition),
  take: (port) => port.take(key, condition),
  query: (port) => port.query({ pk: key.pk, beginsWith: 'PAYMENT' }),
  'query of pages': (port) =>
    port.query({ pk: key.pk, from: 'a', until: 'z', descending: true, eventual: true, limit: 3 }),
  'query of an index': (port) => port.query({ index: 'by-list', pk: 'LIST', after: '2', limit: 2 }),
  'batch get': (port) => port.batchGet([key, { ...key, sk: 'PAYMENT#pay_2' }]),
  transact: (port) =>
    port.transact(
      [
        { kind: 'put', item, condition: 'absent' },
        { kind: 'update', key, changes, condition },
        { kind: 'delete', key, condition: { version: 2 } },
        { kind: 'check', key, condition: 'present' },
      ],
      'a token',
    ),
  'generate data key': (_, kms) => kms.generateDataKey('arn:key/1', context),
  decrypt: (_, kms) => kms.decrypt('arn:key/1', wrapped, context),
  're-encrypt': (_, kms) => kms.reEncrypt('arn:key/1', wrapped, context),
  'send messages': (_, __, { queue }) =>
    queue.send([{ text: 'Zürich ✓ 😀' }, { text: '\ufffe' }], () => 7),
  'send messages on Lambda': async (_, __, { queue }) => {
    const lineage = 'Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Sampled=0;Lineage=a87bd80c:1';
    const variables = { AWS_LAMBDA_FUNCTION_NAME: 'sends', _X_AMZN_TRACE_ID: lineage };
    Object.assign(process.env, variables);
    try {
      return await queue.send([{ text: 'one' }, { text: 'two' }]);
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name];
    }
  },
  'put a file': (_, __, { files }) => files.put(place, new Uint8Array([1, 2, 250]), 'image/png'),
  'get a file': (_, __, { files }) => files.get(place),
  'remove a file': (_, __, { files }) => files.remove(place),
  'get a secret': (_, __, { secret }) => secret('arn:secret/1'),
};
