import { type BruBlock, type BruMember, bruText } from './bru.ts';

/** One request of the collection. Texts may contain variables of Bruno: `{{payment_id}}`. */
export interface CollectionRequest {
  readonly name: string;
  readonly method: string;
  /** Without a query. Placeholders of the path are written `:payment_id`. */
  readonly url: string;
  readonly path?: readonly BruMember[];
  readonly query?: readonly BruMember[];
  /** The value of the header `api-key`. */
  readonly key?: string | undefined;
  readonly headers?: readonly BruMember[];
  readonly body?: unknown;
  readonly bodyType?: string | undefined;
  /** Variables that the answer sets, each with the member of the answer. */
  readonly stores?: Readonly<Record<string, string>>;
  /** Members of the answer, each with its value. */
  readonly expects?: Readonly<Record<string, string>>;
  readonly docs: string;
}

/** @param seq its place in its folder */
export function requestText(request: CollectionRequest, seq: number): string {
  const { name, method, url, path = [], query = [], key, headers = [] } = request;
  const { stores = {}, expects = {}, docs } = request;
  const sent = query.filter(({ isEnabled = true }) => isEnabled);
  const search = sent.map((one) => `${one.name}=${one.value}`).join('&');
  const [mode, body] = bodyOf(request);
  const isChecked = Object.keys(stores).length + Object.keys(expects).length > 0;
  return bruText([
    ['meta', members({ name, type: 'http', seq: `${seq}` })],
    [method, members({ url: search ? `${url}?${search}` : url, body: mode, auth: 'none' })],
    ['params:query', query],
    ['params:path', path],
    ['headers', [...(key === undefined ? [] : members({ 'api-key': key })), ...headers]],
    ...body,
    [
      'vars:post-response',
      Object.entries(stores).map(([to, from]) => ({ name: to, value: `res.body.${from}` })),
    ],
    [
      'assert',
      isChecked
        ? members({
            'res.status': 'eq 200',
            ...Object.fromEntries(
              Object.entries(expects).map(([of, value]) => [`res.body.${of}`, `eq ${value}`]),
            ),
          })
        : [],
    ],
    ['docs', docs],
  ]);
}

const members = (values: Readonly<Record<string, string>>): readonly BruMember[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

/** The body's mode in Bruno, and its block. */
function bodyOf({
  body,
  bodyType = body === undefined ? '' : 'application/json',
}: CollectionRequest): readonly [string, readonly BruBlock[]] {
  switch (bodyType) {
    case '':
      return ['none', []];
    case 'application/json':
      return ['json', [['body:json', JSON.stringify(body ?? {}, null, 2)]]];
    case 'multipart/form-data':
      return ['multipartForm', [['body:multipart-form', fieldsOf(body)]]];
    case 'application/x-www-form-urlencoded':
      return ['formUrlEncoded', [['body:form-urlencoded', fieldsOf(body)]]];
    default:
      return ['text', [['body:text', typeof body === 'string' ? body : '']]];
  }
}

/** The fields of a form. The name of a file stands for the file. */
const fieldsOf = (body: unknown): readonly BruMember[] =>
  Object.entries(Object(body)).map(([name, value]) => ({
    name,
    value: name === 'file' && !`${value}`.includes('\n') ? `@file(${value})` : `${value}`,
  }));
