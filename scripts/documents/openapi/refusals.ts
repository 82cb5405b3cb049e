import type { ErrorKind } from '#platform/errors.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import { catalogue, publicError } from '#platform/http/response/error-catalogue.ts';
import { isShownAsPage } from '#platform/http/response/error-response.ts';

/** The shape of every error response; some have further members. */
export const errorSchema = {
  description: 'Why a request was refused.',
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'message', 'code'],
      properties: {
        type: {
          enum: ['invalid_request', 'api', 'blocked', 'connector'],
          description:
            'Where the cause lies: in the request, in the switch, in a blocklist or at a connector.',
        },
        error_type: {
          enum: ['invalid_request'],
          description: 'The same as `type`, in errors about a body that cannot be read.',
        },
        message: { type: 'string', description: 'What is wrong, for a person to read.' },
        code: {
          type: 'string',
          examples: ['IR_04'],
          description: 'What is wrong, for a program to compare.',
        },
        reason: { type: 'string', description: 'What exactly is in the way.' },
        param: {
          type: 'string',
          examples: ['payment_method_data.card.card_number'],
          description: 'The path of the wrong member, or the name of the wrong header.',
        },
        hint: {
          type: 'string',
          examples: ['Did you mean `amount`?'],
          description:
            'One sentence on what to send instead, for a developer to read. Its words may change.',
        },
        doc_url: {
          type: 'string',
          description: 'The page about the error, where the deployment has an address for pages.',
        },
        connector: { type: 'string', description: 'The connector that the error is about.' },
        connector_transaction_id: {
          type: 'string',
          description: "The processor's identifier of the payment that the error is about.",
        },
        payment_id: { type: 'string', description: 'The payment that the error is about.' },
        fields: {
          type: 'string',
          description:
            'Members in which an answer of the processor differs from the request that it answers.',
        },
        rows: {
          type: 'array',
          description: 'The bad rows of a file, at most 500.',
          items: {
            type: 'object',
            required: ['row_index', 'data_kind', 'data', 'reason'],
            properties: {
              row_index: {
                type: 'integer',
                description: "Counted from 0, without the line of the columns' names.",
              },
              data_kind: {
                type: ['string', 'null'],
                description: 'The kind of the entry; null where the row has an unknown type.',
              },
              data: {
                type: 'string',
                description: 'The data of the row; `***` where it may be a card number.',
              },
              reason: { type: 'string', description: 'What is wrong with the row.' },
            },
          },
        },
        data: { description: "Details from the processor's answer." },
        request_id: {
          type: 'string',
          description: 'The identifier of the request, as in the header `x-request-id`.',
        },
      },
    },
  },
};

/** The errors of an operation and those that every route shares, by status. */
export function refusalsOf({ auth, query, body, bodyAs, errors, notFound, isPage }: Operation) {
  const kinds = new Set<ErrorKind>([
    ...(auth === 'none' ? [] : (['not_authenticated'] as const)),
    ...(query ? (['invalid_query'] as const) : []),
    ...(body ? (['body_too_large', 'unsupported_encoding'] as const) : []),
    ...(body && bodyAs !== 'text' ? (['invalid_body', 'invalid_content_type'] as const) : []),
    ...(auth.includes('client secret') ? (['missing_param', 'invalid_request'] as const) : []),
    ...(auth.includes('ephemeral key')
      ? (['missing_param', 'ephemeral_key_of_another_customer'] as const)
      : []),
    ...errors,
    ...(notFound ? [notFound] : []),
    'temporarily_unavailable',
    'internal_error',
  ]);
  const byStatus = Object.groupBy(kinds, (kind) => String(catalogue[kind][0]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, members = []]) => [
      status,
      {
        description: [...new Set(members.map((kind) => catalogue[kind][1]))].sort().join(', '),
        content:
          isPage && isShownAsPage(Number(status))
            ? { 'text/html': { schema: { type: 'string' } } }
            : {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Error' },
                  examples: Object.fromEntries(
                    members.map((kind) => [kind, { value: refusal(kind) }]),
                  ),
                },
              },
      },
    ]),
  );
}

/** The body of an error response, with its placeholders. */
function refusal(kind: ErrorKind) {
  const placeholders = [...catalogue[kind][2].matchAll(/\{(\w+)\}/g)];
  return publicError(kind, Object.fromEntries(placeholders.map(([whole, name]) => [name, whole])))
    .body;
}
