import { type Descriptions, describeSchema } from '#platform/http/operation/descriptions.ts';
import { CodeAttributes, CodeRecord } from './pages/operations.ts';

export const descriptions: Descriptions = {
  groups: { vault: 'Cards, their tokens, and the pages and proxies that use them.' },
  properties: {
    'pagination[after]': 'The last card of the page before: the list goes on behind it.',
    'pagination[limit]': 'How many cards a page has, from 1 to 100; 10 unless stated.',
    api_key:
      'The key. The whole key is in the answer that creates it, and its last six characters are everywhere else.',
    appearance:
      'The look of the form, as a JSON object of at most 1,000 characters: `theme` (`light`, `dark`, `system`), `labels` (`above`, `hidden`) and `variables`. docs/embedding.md lists them.',
    card_node: 'Where a card is in a message, and where each of its fields is.',
    card_number: 'The card number: 12 to 19 digits. Answers show its first six and last four.',
    card_token: 'The token of the card: 32 hex digits.',
    card_token_node: 'The member that the token is written to.',
    card_token_placement:
      'Where the tokens go: into headers of the answer, or into the card itself.',
    card_type: 'The brand of the card, such as `visa`.',
    card_types: 'The brands of a co-badged card, the default first.',
    destination: 'A place that cards may be sent to.',
    error_node: 'The member that says why a card was not taken.',
    except: 'Card types that the form does not accept, separated by commas.',
    expiration_month: 'The month in which the card expires, 1 to 12.',
    expiration_year: 'The year in which the card expires, two or four digits.',
    expires_at: 'When the token ends, ISO 8601 in UTC.',
    expires_in: 'How long the token is good, in seconds, from 30.',
    file: 'The name of the file, which has a hash of its content in it.',
    host: 'The host name.',
    keep_service_code_on:
      'HTTP statuses after which the verification code is kept, because the request cannot have been authorized; all that are possible unless stated.',
    message_node: 'Where each message is in the answer.',
    meta: 'What is to be known about the page.',
    method: 'The HTTP method, in any case.',
    methods: 'The HTTP methods that are allowed.',
    next: 'The last card of this page where there are more, for `pagination[after]`.',
    node: 'The same as `card_token_node`.',
    preferred_networks:
      'The brands that the merchant prefers for co-badged cards, separated by commas.',
    only: 'The only card types that the form accepts, separated by commas.',
    origin: 'The exact origin of the page that embeds what the token opens.',
    path_prefix: 'What the path must begin with.',
    port: 'The port; that of the scheme unless stated.',
    profile: 'How cards are found: the name of a tokenization profile, or the profile itself.',
    last_used_at:
      'When the key was last used, ISO 8601 in UTC; noted at most once an hour, and null without a known use.',
    revoked_at: 'When the key was revoked, ISO 8601 in UTC.',
    schema: 'Where messages and cards are.',
    scheme: '`https`; `http` on a laptop alone.',
    scope: 'What the token is for: typing a card, showing a card or showing a verification code.',
    selector: 'A JSONPath or XPath expression, by the type of the profile.',
    service_code:
      'The verification code of the card (CVC), three or four digits. Answers show `***` while the vault holds one.',
    service_code_expires_at: 'When the verification code is erased, ISO 8601 in UTC.',
    service_code_token: 'A session token for the verification code, for a button beside the card.',
    session_token: 'The session token. What is asked of it may stand in the body itself instead.',
    success: 'Always true.',
    tokenization_profile: 'A tokenization profile.',
    transformation:
      'How a found text becomes the field: `substring:START,LENGTH`, `pad:LENGTH`, `digits` or `trim`.',
    url: 'The address that is called. One of the destinations must allow it.',
    warning_node: 'The member that says what is odd about a card that was taken.',
    merchant_id: 'The tenant that the key is for. Only the operator may state it.',
  },
  schemas: [
    describeSchema(CodeRecord, {}, 'The code of a saved card, which was stored without its card.'),
    describeSchema(CodeAttributes, { card_token: 'The token of the code: 32 hex digits.' }),
  ],
};
