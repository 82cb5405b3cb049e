import type { VaultAuth, VaultOperation } from '#vault/http/vault-operation.ts';
import { vaultOperations } from '#vault/operations.ts';
import { type VaultErrorCode, vaultErrors } from '#vault/vault-error.ts';
import type { Describer } from './describer.ts';
import {
  type ExampleAnswers,
  edgeRefusalUnless,
  exampleOf,
  headOf,
  pathsOf,
  tagsOf,
} from './operations.ts';
import { type Contract, contractOf, type NamedSchemas } from './schemas.ts';

/** The API of the vault in OpenAPI 3.1, made from its operations. */
export function vaultDocument(
  named: NamedSchemas,
  describer: Describer,
  examples: ExampleAnswers,
): object {
  const contract = contractOf(vaultOperations, named, describer);
  const paths = pathsOf(vaultOperations, (one) => describe(one, { contract, describer, examples }));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Turnout vault',
      version: '1',
      summary: 'Where card numbers are, and nowhere else.',
      description: conventions,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:3001', description: 'The vault on a laptop' }],
    tags: tagsOf(vaultOperations, describer),
    paths,
    components: {
      schemas: { Error: errorSchema, ...contract.componentsFor(paths) },
      securitySchemes,
    },
  };
}

const conventions = `The vault stores cards under tokens, and shows them masked. It is a service of its own with its own keys; docs/vault.md is about it. This file is generated from the contracts of the operations: run \`npm run generate\` instead of editing it.

- **Tenants** are merchants of the switch, by \`merchant_id\`. An API key belongs to one tenant and reaches nothing of another.
- **Bodies** have one member that is called what they hold, such as \`card\`; answers have \`data\` with an \`id\`, a \`type\` and \`attributes\`.
- **Times** are ISO 8601 in UTC. **Identifiers** are UUIDs; a card's token has 32 hex digits.
- **Errors** have \`errors\` with a \`code\`, a \`title\` and \`details\` by field, and a \`hint\` for a developer. They never repeat sent values. The header \`X-Vault-Error\` has the code as well.`;

interface Parts {
  readonly contract: Contract;
  readonly describer: Describer;
  readonly examples: ExampleAnswers;
}

function describe(operation: VaultOperation, { contract, describer, examples }: Parts) {
  const { body, bodyAs, example, name } = operation;
  const { parameters, ...head } = headOf(operation, { contract, describer });
  const refusals = refusalsOf(operation);
  return {
    ...head,
    security: securityOf(operation),
    parameters: [...parameters, ...(name === 'vault.store-card' ? [idempotencyKey] : [])],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: contract.schemaOf(body), example: example.body },
        },
      },
    }),
    ...(bodyAs === 'bytes' && {
      requestBody: {
        required: false,
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      ...successOf(operation, contract, examples),
      ...edgeRefusalUnless(refusals),
      ...refusals,
    },
  };
}

/** The responses of operations without a response schema. */
function successOf(
  operation: VaultOperation,
  contract: Contract,
  examples: ExampleAnswers,
): Record<string, object> {
  const { response, method, bodyAs, path } = operation;
  if (response) {
    const content = { schema: contract.schemaOf(response), ...exampleOf(operation, examples) };
    return { 200: { description: 'Done.', content: { 'application/json': content } } };
  }
  const text = { schema: { type: 'string' } };
  if (method === 'DELETE') return { 204: { description: 'Done.' } };
  if (bodyAs === 'bytes') {
    return {
      default: {
        description:
          'What the destination answered: its status, its headers and its body, without card data.',
        content: { '*/*': text },
      },
    };
  }
  const type = path.endsWith('.js')
    ? { 'text/javascript': text }
    : path.startsWith('/assets/')
      ? { 'text/javascript': text, 'text/css': text }
      : { 'text/html': text };
  return { 200: { description: 'Done.', content: type } };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A name that the caller chooses for this request, such as a UUID. A repeat with the same key and ' +
    'the same card stores nothing again and is answered with the same token, for 24 hours. With ' +
    'another card it is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '3f1b7c52-6a0e-4f0d-9c1e-2b7a5d8e9f10',
};

// Keys

const securitySchemes = {
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'api-key',
    description: "A tenant's API key. It may stand in the query as `api_key` instead.",
  },
  admin_key: {
    type: 'apiKey',
    in: 'header',
    name: 'api-key',
    description: "The operator's key.",
  },
  session_token: {
    type: 'http',
    scheme: 'bearer',
    description: 'A session token, which the page that it opened shows in its own requests.',
  },
} as const;

const ofKeys: Readonly<Record<VaultAuth, readonly object[]>> = {
  none: [],
  'api key': [{ api_key: [] }],
  'api key or admin key': [{ api_key: [] }, { admin_key: [] }],
  'session token': [{ session_token: [] }],
};

/** The pages themselves are opened with the token in their URL. */
const securityOf = ({ auth, method }: VaultOperation) =>
  auth === 'session token' && method === 'GET' ? [] : ofKeys[auth];

// Refusals

const errorSchema = {
  description: 'Why a request was refused.',
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'object',
      required: ['code', 'title'],
      properties: {
        code: {
          enum: Object.keys(vaultErrors),
          description: 'What is wrong, for a program to compare.',
        },
        title: { type: 'string', description: 'What is wrong, for a person to read.' },
        details: {
          type: 'object',
          description: 'What is wrong with each field, by its name.',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        param: {
          type: 'string',
          description: 'The path of the wrong member, or the name of the wrong header.',
        },
        hint: {
          type: 'string',
          description:
            'One sentence on the request to send instead, for a developer to read. Its words may change.',
        },
        request_id: {
          type: 'string',
          description: 'The identifier of the request, as in the header `X-Request-Id`.',
        },
      },
    },
  },
};

/** Errors that a person sees as a page, on routes that return pages. */
const shownAsPage: ReadonlySet<VaultErrorCode> = new Set([
  'session_expired',
  'scope_mismatch',
  'resource_not_found',
  'http_too_many_requests',
]);

/** The errors of an operation and those that its kind of route shares, by status. */
function refusalsOf({ auth, method, params, query, body, bodyAs, errors }: VaultOperation) {
  const isPage = auth === 'session token' && method === 'GET';
  const codes = new Set<VaultErrorCode>([
    ...(auth === 'api key' || auth === 'api key or admin key'
      ? (['unauthorized', 'bad_request'] as const)
      : []),
    ...(params ? (['resource_not_found'] as const) : []),
    ...(query ? (['bad_request', 'validation_error'] as const) : []),
    ...(body
      ? ([
          'bad_request',
          'validation_error',
          'unsupported_media_type',
          'payload_too_large',
        ] as const)
      : []),
    ...(bodyAs === 'bytes' ? (['payload_too_large'] as const) : []),
    ...(auth === 'none' ? [] : (['http_too_many_requests'] as const)),
    ...errors,
    'service_unavailable',
    'internal_error',
  ]);
  const byStatus = Object.groupBy(codes, (code) => String(vaultErrors[code][0]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, members = []]) => [
      status,
      {
        description: members.sort().join(', '),
        content: members.every((code) => isPage && shownAsPage.has(code))
          ? { 'text/html': { schema: { type: 'string' } } }
          : {
              'application/json': {
                schema: { $ref: '#/components/schemas/Error' },
                examples: Object.fromEntries(
                  members.map((code) => [
                    code,
                    { value: { errors: { code, title: vaultErrors[code][1] } } },
                  ]),
                ),
              },
            },
      },
    ]),
  );
}
