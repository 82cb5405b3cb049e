import { contractChanges, digestOf } from '../../scripts/documents/openapi/digest.ts';

const Refund = {
  type: 'object',
  properties: {
    amount: { type: 'integer' },
    description: { type: 'string', enum: ['whole', 'part'] },
    parts: { type: 'array', items: { $ref: '#/components/schemas/Refund' } },
  },
  required: ['amount'],
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const answer = (schema: object, examples = {}) => ({ 'application/json': { schema, examples } });
const reference = { $ref: '#/components/schemas/Refund' };
const refusal = (code: string) =>
  answer({ type: 'object' }, { first: { value: { error: { code } } } });
const call = {
  security: [{ secret_key: [] }],
  parameters: [id],
  requestBody: { required: true, content: answer(reference) },
  responses: { 200: { content: answer(reference) }, 404: { content: refusal('HE_02') } },
};

const digest = (change: object = {}, schemas: object = { Refund }) =>
  digestOf(
    JSON.stringify({ paths: { '/x': { get: { ...call, ...change } } }, components: { schemas } }),
  );
const changes = (...changed: Parameters<typeof digest>) =>
  contractChanges(digest(), digest(...changed));

describe('the digest of the API', () => {
  it.each<[string, ...Parameters<typeof digest>]>([
    ['the words about an operation', { summary: 'X', tags: ['y'], operationId: 'y.z' }],
    [
      'the words about a parameter',
      { parameters: [{ ...id, description: 'Of it', example: 'a' }] },
    ],
    [
      'the words about a schema and its properties',
      {},
      {
        Refund: {
          ...Refund,
          description: 'Money that goes back',
          properties: { ...Refund.properties, amount: { type: 'integer', examples: [1] } },
        },
      },
    ],
    [
      'the words beside a reference',
      { responses: { ...call.responses, 200: { content: answer({ ...reference, title: 'R' }) } } },
    ],
    [
      'the example of an answer',
      {
        responses: { ...call.responses, 200: { content: answer(reference, { a: { value: 1 } }) } },
      },
    ],
    [
      'the name of a schema, or whether it has one',
      { requestBody: { required: true, content: answer({ $ref: '#/components/schemas/Other' }) } },
      {
        Refund,
        Other: {
          ...Refund,
          properties: {
            ...Refund.properties,
            parts: { type: 'array', items: { $ref: '#/components/schemas/Other' } },
          },
        },
      },
    ],
    [
      'an Idempotency-Key that is named',
      {
        parameters: [id, { ...id, name: 'Idempotency-Key', in: 'header', required: false }],
      },
    ],
  ])("the API's digest stays the same when only %s changes", (_, ...changed) => {
    expect(changes(...changed)).toEqual([]);
  });

  it.each<[part: string, what: string, ...Parameters<typeof digest>]>([
    ['callers', 'the keys that it takes', { security: [] }],
    ['parameters', 'a parameter', { parameters: [{ ...id, required: false }] }],
    ['parameters', 'the schema of a parameter', { parameters: [{ ...id, schema: {} }] }],
    [
      'request',
      'whether a body is needed',
      { requestBody: { ...call.requestBody, required: false } },
    ],
    ['responses', 'a status', { responses: { ...call.responses, 409: { content: {} } } }],
    [
      'responses',
      'the code of a refusal',
      { responses: { ...call.responses, 404: { content: refusal('HE_03') } } },
    ],
    [
      'request, responses',
      'a property that is called description',
      {},
      { Refund: { ...Refund, properties: { ...Refund.properties, description: {} } } },
    ],
    [
      'request, responses',
      'which properties are required',
      {},
      { Refund: { ...Refund, required: [] } },
    ],
  ])("the API's digest changes in its %s with %s", (part, _, ...changed) => {
    expect(changes(...changed)).toEqual([`GET /x: ${part}`]);
  });

  it("the API's digest names new and removed operations", () => {
    const moved = { 'GET /y': digest()['GET /x'] ?? '' };
    expect(contractChanges(digest(), moved)).toEqual(['GET /x: gone', 'GET /y: new']);
  });
});
