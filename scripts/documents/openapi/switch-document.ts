import type { JsonSchema } from '@valibot/to-json-schema';
import type { Auth, Operation } from '#platform/http/operation/operation.ts';
import { operations } from '../../../shared/operations.ts';
import type { Describer } from './describer.ts';
import { idempotencyKeyOf, replayedHeader } from './idempotency-key.ts';
import {
  type ExampleAnswers,
  edgeRefusalUnless,
  exampleOf,
  headOf,
  pathsOf,
  tagsOf,
} from './operations.ts';
import { errorSchema, refusalsOf } from './refusals.ts';
import { type Contract, contractOf, type NamedSchemas } from './schemas.ts';
import { webhooksOf } from './webhooks.ts';

/** The API of the switch in OpenAPI 3.1, made from its operations. */
export function switchDocument(
  named: NamedSchemas,
  describer: Describer,
  examples: ExampleAnswers,
): object {
  const contract = contractOf(operations, named, describer);
  const paths = pathsOf(operations, (one) => describe(one, { contract, describer, examples }));
  const webhooks = webhooksOf(contract, examples);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Turnout',
      version: '1',
      summary: 'A payment switch you own.',
      description: conventions,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:3000', description: 'The switch on a laptop' }],
    tags: tagsOf(operations, describer),
    paths,
    webhooks,
    components: {
      schemas: { Error: errorSchema, ...contract.componentsFor({ paths, webhooks }) },
      securitySchemes,
    },
  };
}

const conventions = `The Hyperswitch v1 API. This file is generated from the contracts of the operations: run \`npm run generate\` instead of editing it.

- **Amounts** are whole numbers in the minor unit of their currency: \`2599\` with \`EUR\` is 25.99 euros, and \`2599\` with \`JPY\` is 2,599 yen.
- **Times** are ISO 8601 in UTC, such as \`2030-01-31T10:00:00.000Z\`. Requests may state another offset.
- **Identifiers** begin with what they name: \`pay_\` a payment, \`ref_\` a refund, \`cus_\` a customer, \`pm_\` a payment method, \`man_\` a mandate, \`dp_\` a dispute, \`payout_\` a payout, \`pro_\` a profile, \`mca_\` a connector account, \`evt_\` an event. Merchants may choose those of payments, refunds, customers and payouts themselves: up to 64 letters, digits, \`_\` and \`-\`.
- **Null**: a member that is absent means the same as one that is null.
- **Keys**: the header \`api-key\` holds a merchant's secret key, its publishable key or the operator's admin key. Each operation says which of them it takes.
- **Repeats**: a POST with an \`Idempotency-Key\` may be sent again after a timeout, and is done once.
- **Errors**: every refusal has an \`error\` with a \`type\`, a \`code\` and a \`message\`.`;

interface Parts {
  readonly contract: Contract;
  readonly describer: Describer;
  readonly examples: ExampleAnswers;
}

function describe(operation: Operation, { contract, describer, examples }: Parts) {
  const { auth, body, response, example, status = 200 } = operation;
  const success = contract.schemaOf(response);
  const { parameters, ...head } = headOf(operation, { contract, describer });
  const idempotencyKey = idempotencyKeyOf(operation);
  const refusals = refusalsOf(operation);
  return {
    ...head,
    security: securityOf[auth],
    parameters: [...parameters, ...idempotencyKey],
    ...(body && {
      requestBody: {
        required: body.type !== 'optional',
        content: {
          [bodyTypeOf(operation)]: {
            schema: contract.schemaOf(body),
            example: example.body,
          },
        },
      },
    }),
    responses: {
      [status]: {
        description: status === 202 ? 'Accepted: the work is done later.' : 'Done.',
        ...(idempotencyKey.length > 0 && { headers: replayedHeader }),
        content: {
          [typeOf(operation, success)]: { schema: success, ...exampleOf(operation, examples) },
        },
      },
      ...edgeRefusalUnless(refusals),
      ...refusals,
    },
  };
}

/** A response that is plain text is not sent as JSON. */
const typeOf = ({ isPage }: Operation, success: JsonSchema) =>
  success.type !== 'string' ? 'application/json' : isPage ? 'text/html' : 'text/plain';

/** A page that takes a text takes the body of a posted form. */
const bodyTypeOf = ({ isPage = false, bodyAs = 'json' }: Operation) =>
  isPage && bodyAs === 'text' ? 'application/x-www-form-urlencoded' : bodyTypes[bodyAs];

const bodyTypes: Readonly<Record<NonNullable<Operation['bodyAs']>, string>> = {
  json: 'application/json',
  text: 'text/plain',
  form: 'multipart/form-data',
};

// Keys

/** A caller sends one key, in one header; routes differ in the kind of key. */
const key = (description: string) => ({
  type: 'apiKey',
  in: 'header',
  name: 'api-key',
  description,
});

const securitySchemes = {
  secret_key: key("A merchant's secret key, which stays on the merchant's servers."),
  publishable_key: key(
    "A merchant's publishable key, for browsers and apps, together with a payment's client_secret.",
  ),
  ephemeral_key: key(
    "A key that a merchant made for one of its customers' apps, good for an hour.",
  ),
  admin_key: key("The operator's key."),
};

type SecurityRequirement = { readonly [S in keyof typeof securitySchemes]?: readonly [] };

/** Any one of these is enough. */
const securityOf: Record<Auth, readonly SecurityRequirement[]> = {
  none: [],
  'admin key': [{ admin_key: [] }],
  'merchant of the path': [{ secret_key: [] }, { admin_key: [] }],
  'secret key': [{ secret_key: [] }],
  'secret key or client secret': [{ secret_key: [] }, { publishable_key: [] }],
  'client secret': [{ publishable_key: [] }],
  'publishable key': [{ publishable_key: [] }],
  'secret key or ephemeral key': [{ secret_key: [] }, { ephemeral_key: [] }],
  'secret key, client secret or ephemeral key': [
    { secret_key: [] },
    { publishable_key: [] },
    { ephemeral_key: [] },
  ],
  'processor key': [],
};
