import * as v from 'valibot';
import { defineOperation } from '#platform/http/operation/operation.ts';
import { FilePart } from '#platform/http/request/form.ts';
import { given, Identifier, text } from '#platform/schema.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';

/** The first six or eight digits of a card number, and no more of it. */
const Bin = v.pipe(v.string(), v.regex(/^(\d{6}|\d{8})$/, 'expected 6 or 8 digits'));

/** Unknown members are ignored. */
export const CreateCardBinRequest = v.object({
  card_iin: Bin,
  card_issuer: given(text(255)),
  card_network: given(CardNetwork),
  /** Further networks of co-badged cards. In a file their names are separated by semicolons. */
  co_badged_card_networks: given(v.pipe(v.array(CardNetwork), v.maxLength(4))),
  card_type: given(text(64)),
  card_subtype: given(text(64)),
  card_issuing_country: given(text(64)),
  bank_code_id: given(text(64)),
  bank_code: given(text(64)),
  /** ISO 3166-1, two letters. */
  country_code: given(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'expected two capital letters'))),
  last_updated_provider: given(text(64)),
});
export type CreateCardBinRequest = v.InferOutput<typeof CreateCardBinRequest>;

export const CardBinResponse = v.object({
  card_iin: v.string(),
  card_issuer: v.nullable(v.string()),
  card_network: v.nullable(v.string()),
  /** Only of co-badged cards. */
  co_badged_card_networks: v.optional(v.array(v.string())),
  card_type: v.nullable(v.string()),
  card_sub_type: v.nullable(v.string()),
  card_issuing_country: v.nullable(v.string()),
});

export const retrieveCardBin = defineOperation({
  name: 'card-bins.retrieve',
  method: 'GET',
  path: '/cards/{bin}',
  summary: 'Retrieve the facts about cards by their first digits',
  about: {
    description:
      'Answers with brand, type, issuer and country of the cards that begin with these digits.',
  },
  auth: 'secret key or client secret',
  params: v.object({ bin: Identifier }),
  query: v.object({ client_secret: given(text(255)) }),
  response: CardBinResponse,
  errors: [
    'card_bin_length',
    'card_bin_not_found',
    'payment_not_found',
    'client_secret_mismatch',
    'client_secret_expired',
  ],
  notFound: 'card_bin_length',
  access: { table: ['GetItem', 'Query', 'BatchGetItem'] },
  impact: 'Pages cannot show the card network while a card number is typed; payments continue.',
  example: { params: { bin: '424242' } },
});

const aBin = {
  card_iin: '400000',
  card_issuer: 'EXAMPLE BANK',
  card_network: 'Visa',
  card_type: 'CREDIT',
  card_subtype: 'CLASSIC',
  card_issuing_country: 'UNITEDKINGDOM',
  country_code: 'GB',
} as const;

export const createCardBin = defineOperation({
  name: 'card-bins.create',
  method: 'POST',
  path: '/cards/create',
  summary: 'Store facts about cards by their first digits',
  about: { description: 'Adds a range of cards. Only the operator may do it.' },
  auth: 'admin key',
  body: CreateCardBinRequest,
  response: CardBinResponse,
  errors: ['card_bin_exists'],
  access: { table: ['PutItem'] },
  impact: 'Operators cannot add card ranges; payments continue.',
  example: { body: aBin },
});

export const updateCardBin = defineOperation({
  name: 'card-bins.update',
  method: 'POST',
  path: '/cards/update',
  summary: 'Change the facts about cards by their first digits',
  about: { description: 'Changes what is known of a range of cards. Only the operator may do it.' },
  auth: 'admin key',
  body: CreateCardBinRequest,
  response: CardBinResponse,
  errors: ['card_bin_not_found', 'concurrent_update'],
  access: { table: ['GetItem', 'PutItem'] },
  impact: 'Records of card ranges cannot be changed; payments continue.',
  example: { body: { ...aBin, card_iin: '411111' } },
});

/** Comma-separated values; the first line names the members of an update. */
export const UpdateCardBinsRequest = v.object({ file: FilePart });

export const UpdateCardBinsResponse = v.array(
  v.object({
    line_number: v.number(),
    card_iin: v.nullable(v.string()),
    card_issuer: v.nullable(v.string()),
    card_network: v.nullable(v.string()),
    card_type: v.nullable(v.string()),
    card_sub_type: v.nullable(v.string()),
    card_issuing_country: v.nullable(v.string()),
    migration_error: v.nullable(v.string()),
    migration_status: v.picklist(['Success', 'Failed']),
  }),
);
export type UpdateCardBinsResponse = v.InferOutput<typeof UpdateCardBinsResponse>;

export const updateCardBins = defineOperation({
  name: 'card-bins.update-batch',
  method: 'POST',
  path: '/cards/update-batch',
  summary: 'Change the facts about many ranges of cards',
  about: {
    description:
      'Takes a CSV file with a range of cards on each line, and answers how each line went. Only the operator may do it.',
  },
  auth: 'admin key',
  body: UpdateCardBinsRequest,
  bodyAs: 'form',
  response: UpdateCardBinsResponse,
  errors: [],
  access: { table: ['GetItem', 'PutItem'] },
  impact: 'Records of card ranges cannot be changed; payments continue.',
  example: { body: { file: 'card_iin,card_issuer,card_type\n411111,"EXAMPLE, BANK",DEBIT\n' } },
});
