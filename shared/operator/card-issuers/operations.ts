import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { chosenName, given, Identifier } from '#platform/schema.ts';

/** Four bytes a character at most, so that a name has room in a key. */
const IssuerName = chosenName(200, 1);

export const CardIssuerRequest = v.object({ issuer_name: IssuerName });

export const CardIssuerResponse = v.object({ id: v.string(), issuer_name: v.string() });
export type CardIssuerResponse = v.InferOutput<typeof CardIssuerResponse>;

export const ListCardIssuersResponse = v.object({ issuers: v.array(CardIssuerResponse) });

export const DeleteCardIssuerResponse = v.object({ id: v.string(), deleted: v.boolean() });

const params = v.object({ id: Identifier });

export const listCardIssuers = defineOperation({
  name: 'card-issuers.list',
  method: 'GET',
  path: '/card_issuers',
  summary: 'List the issuers of cards',
  about: {
    description:
      'Lists issuers in the order of their names: those whose names begin with `query`, in any case of its letters, and at most `limit`, which is 30 unless stated.',
  },
  auth: 'secret key',
  query: v.object({
    query: given(chosenName(200)),
    limit: given(v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.maxValue(255))),
  }),
  response: ListCardIssuersResponse,
  errors: [],
  access: { table: ['Query'] },
  impact: 'Merchants cannot look up issuers; payments continue.',
  example: {},
});

export const createCardIssuer = defineOperation({
  name: 'card-issuers.create',
  method: 'POST',
  path: '/card_issuers',
  summary: 'Add an issuer of cards',
  about: { description: 'Adds an issuer. No two have the same name, in any case of its letters.' },
  auth: 'admin key',
  body: CardIssuerRequest,
  response: CardIssuerResponse,
  errors: ['card_issuer_exists'],
  access: { table: ['PutItem'] },
  impact: 'Operators cannot add issuers; payments continue.',
  example: { body: { issuer_name: 'STATE BANK OF EXAMPLE' } },
});

export const updateCardIssuer = defineOperation({
  name: 'card-issuers.update',
  method: 'PUT',
  path: '/card_issuers/{id}',
  summary: 'Rename an issuer of cards',
  about: { description: 'Gives an issuer another name; its `id` stays.' },
  auth: 'admin key',
  params,
  body: CardIssuerRequest,
  response: CardIssuerResponse,
  errors: ['card_issuer_not_found', 'card_issuer_exists', 'concurrent_update'],
  notFound: 'card_issuer_not_found',
  access: { table: ['GetItem', 'PutItem', 'DeleteItem'] },
  impact: 'Operators cannot rename issuers; payments continue.',
  example: {
    params: { id: 'card_issuer_example' },
    body: { issuer_name: 'STATE BANK OF EXAMPLE, LONDON' },
  },
});

export const deleteCardIssuer = defineOperation({
  name: 'card-issuers.delete',
  method: 'DELETE',
  path: '/card_issuers/{id}',
  summary: 'Remove an issuer of cards',
  about: { description: 'Removes an issuer, by its `id`. Ranges of cards stay as they are.' },
  auth: 'admin key',
  params,
  response: DeleteCardIssuerResponse,
  errors: ['card_issuer_not_found', 'concurrent_update'],
  notFound: 'card_issuer_not_found',
  access: { table: ['GetItem', 'DeleteItem'] },
  impact: 'Operators cannot remove issuers; payments continue.',
  example: { params: { id: 'card_issuer_example' } },
});
