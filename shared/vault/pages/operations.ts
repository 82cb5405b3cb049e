import * as v from 'valibot';
import { maxCharacters } from '#platform/characters.ts';
import { Brand } from '../cards/card.ts';
import { CardRecord } from '../cards/new-card.ts';
import { defineVaultOperation, type VaultOperation } from '../http/vault-operation.ts';
import { joinedAccess, vaultUses } from '../http/vault-uses.ts';
import { AppearanceParameter } from './appearance-parameter.ts';
import { CaptureRules, captureRules, Locale } from './capture-rules.ts';

/** A session token as the browser sends it; only the table shows whether it is valid. */
const SessionTokenText = v.pipe(v.string(), maxCharacters(200, 'is too long'));
/**
 * A card token as the browser sends it. An unknown one gets the same answer as a deleted card's.
 */
const CardTokenText = v.pipe(v.string(), maxCharacters(64, 'is too long'));

/**
 * The same tokens in a page's URL. The page's script removes them there, so a reload comes without
 * them. The answer is then an expired session, and no malformed request.
 */
const inAddress = {
  session_token: v.optional(SessionTokenText, ''),
  card_token: v.optional(CardTokenText, ''),
};

/** The grants to read a token and its API key, to mark the token, and to count visits. */
const tokenAccess = { tables: { credentials: ['GetItem', 'UpdateItem'] }, page: true } as const;
/** The grant to record a refusal in the audit trail. */
const refusedAccess = { tables: { audit: ['PutItem'] } } as const;

const exampleCardToken = '5f0c8d1e2b3a49567788990011223344';

export const captureForm = defineVaultOperation({
  name: 'vault.capture-form',
  method: 'GET',
  path: '/api/v1/capture_form',
  summary: 'Show the form that a card is typed into',
  about: {
    description:
      'The form for a card, for a frame in a page of the merchant. docs/embedding.md says how to embed it.',
  },
  auth: 'session token',
  query: v.object({
    session_token: inAddress.session_token,
    ...captureRules,
    appearance: AppearanceParameter,
  }),
  errors: ['session_expired', 'scope_mismatch', 'bad_request', 'validation_error'],
  access: joinedAccess(tokenAccess, refusedAccess),
  impact: 'Customers cannot type a new card.',
  example: { query: { session_token: 'stk_example', locale: 'en' } },
});

export const CodeAttributes = v.object({ card_token: v.string() });
/** The brands of cards with the first digits that the form looked up; empty for cards with one. */
export const CardTypesRecord = v.object({ card_types: v.array(Brand) });
/** A service code that was stored without its card. Its token stands for the code only. */
export const CodeRecord = v.object({ attributes: CodeAttributes });

export const captureCard = defineVaultOperation({
  name: 'vault.capture-card',
  method: 'POST',
  path: '/api/v1/capture_form',
  summary: 'Store the card of the form, once for each session token',
  about: {
    description:
      "The form's own request: stores the card that the customer typed. The same card with the same token gets the same answer again. With the first eight digits of a card alone it stores nothing, and answers with the brands of a co-badged card. A form for the code of a saved card stores only the code, and the answer has only a token for it.",
  },
  auth: 'session token',
  query: CaptureRules,
  body: v.strictObject({
    card: v.record(v.string(), v.unknown()),
    /** The origin of the page around the form. */
    origin: v.optional(v.pipe(v.string(), maxCharacters(300, 'is too long'))),
  }),
  response: v.object({ data: v.union([CardRecord, CodeRecord, CardTypesRecord]) }),
  errors: ['unauthorized', 'session_expired', 'scope_mismatch', 'bad_request', 'validation_error'],
  access: joinedAccess(tokenAccess, vaultUses['store cards'], { cardRanges: true }),
  impact: 'Customers cannot save a new card.',
  example: {
    query: { service_code: 'optional', cardholder_name: 'optional' },
    body: {
      card: { card_number: '4111111111111111', expiration_month: '08', expiration_year: '2035' },
    },
  },
});

export const showCard = defineVaultOperation({
  name: 'vault.show-card',
  method: 'GET',
  path: '/api/v1/show_card',
  summary: 'Show a whole card number to the person who may see it, once',
  about: {
    description:
      'A page that shows a whole card number, for a person who may see it. Each look is written to the audit trail.',
  },
  auth: 'session token',
  query: v.object({
    ...inAddress,
    service_code_token: v.optional(SessionTokenText),
    locale: Locale,
  }),
  errors: ['session_expired', 'scope_mismatch', 'resource_not_found'],
  access: {
    tables: {
      credentials: ['GetItem', 'UpdateItem'],
      // Showing a card extends its storage time, which the vault records.
      cards: ['GetItem', 'UpdateItem'],
      keys: ['GetItem'],
      audit: ['PutItem'],
    },
    opens: ['pan'],
    page: true,
  },
  impact: 'Customers and staff of merchants cannot see stored card numbers.',
  example: { query: { card_token: exampleCardToken, session_token: 'stk_example' } },
});

/** The grants to take a service code, which deletes it. */
const cvcAccess = {
  tables: {
    credentials: ['GetItem', 'UpdateItem'],
    codes: ['GetItem', 'DeleteItem'],
    audit: ['PutItem'],
  },
  opens: ['cvc'],
  page: true,
} as const;

export const showCvcPage = defineVaultOperation({
  name: 'vault.show-cvc-page',
  method: 'GET',
  path: '/api/v1/show_service_code',
  summary: 'Show a service code to the person who may see it, and forget it',
  about: {
    description:
      'A page that shows a verification code and erases it. Each look is written to the audit trail.',
  },
  auth: 'session token',
  query: v.object({
    ...inAddress,
    locale: Locale,
  }),
  errors: ['session_expired', 'scope_mismatch', 'resource_not_found'],
  access: cvcAccess,
  impact: 'Customers and staff of merchants cannot see card verification codes.',
  example: { query: { card_token: exampleCardToken, session_token: 'stk_example' } },
});

export const takeCvc = defineVaultOperation({
  name: 'vault.take-cvc',
  method: 'POST',
  path: '/api/v1/show_service_code',
  summary: 'Give a service code to the page that shows it, and forget it',
  about: {
    description: "The page's own request: answers with the verification code and erases it.",
  },
  auth: 'session token',
  body: v.strictObject({ card_token: CardTokenText }),
  response: v.object({
    data: v.object({
      type: v.literal('service_code'),
      attributes: v.object({ service_code: v.string() }),
    }),
  }),
  errors: ['unauthorized', 'session_expired', 'scope_mismatch', 'resource_not_found'],
  access: cvcAccess,
  impact: 'The button beside a shown card gives no service code.',
  example: { body: { card_token: exampleCardToken } },
});

export const asset = defineVaultOperation({
  name: 'vault.asset',
  method: 'GET',
  path: '/assets/{file}',
  summary: 'Give the scripts and the style of the pages',
  about: { description: 'A script or style of the pages. Its name changes with its content.' },
  auth: 'none',
  params: v.object({ file: v.pipe(v.string(), v.regex(/^[a-z]+\.[0-9a-f]{16}\.(js|css)$/)) }),
  errors: ['resource_not_found'],
  access: { page: true },
  impact: 'The pages of the vault neither look nor work as they should.',
  example: { params: { file: 'frame.0000000000000000.css' } },
});

export const embedScript = defineVaultOperation({
  name: 'vault.embed-script',
  method: 'GET',
  path: '/v1/embed.js',
  summary: 'Give the script with which merchants embed the form',
  about: {
    description:
      'The script that puts the form into a page of the merchant. docs/embedding.md says how to use it.',
  },
  auth: 'none',
  errors: [],
  access: { page: true },
  impact: 'Pages of merchants that load the script cannot show the form.',
  example: {},
});

export const pageOperations: readonly VaultOperation[] = [
  captureForm,
  captureCard,
  showCard,
  showCvcPage,
  takeCvc,
  asset,
  embedScript,
];
