import { type Descriptions, describeSchema } from '#platform/http/descriptions.ts';
import { CodeAttributes, CodeRecord } from './pages/operations.ts';

export const descriptions: Descriptions = {
  groups: { vault: 'Cards, their tokens, and the pages and proxies that use them.' },
  operations: {
    'GET /api/v1/api_keys':
      'Lists the keys of the tenant, revoked ones too, with the last six characters of each.',
    'POST /api/v1/api_keys':
      'Creates a key of the tenant. The whole key is in this answer and never again, because only its hash is stored. The operator names the tenant by `merchant_id`.',
    'GET /api/v1/api_keys/{id}': 'Answers with one key, by its last six characters.',
    'DELETE /api/v1/api_keys/{id}':
      'Ends a key: the next request with it is refused, and so are session tokens that it made. The last active key of a tenant stays.',
    'POST /api/v1/session_tokens':
      'Creates a token that opens one page in a browser: the form for a card, a card number or a verification code. It shows one card once, or takes one card, and ends after minutes.',
    'POST /api/v1/cards': 'Stores a card under a new token. The answer shows the card masked.',
    'GET /api/v1/cards': 'Lists the cards of the tenant, masked, page by page.',
    'GET /api/v1/cards/{card_token}': 'Answers with the card, masked.',
    'DELETE /api/v1/cards/{card_token}':
      'Deletes the card and its verification code. It cannot be undone.',
    'POST /api/v1/cards/{card_token}/authorize':
      'Erases the verification code, which must not be kept after an authorization. The card stays.',
    'GET /api/v1/capture_form':
      'The form for a card, for a frame in a page of the merchant. docs/embedding.md says how to embed it.',
    'POST /api/v1/capture_form':
      "The form's own request: stores the card that the customer typed. A form for the code of a saved card stores only the code, and the answer has only a token for it.",
    'GET /api/v1/show_card':
      'A page that shows a whole card number, for a person who may see it. Each look is written to the audit trail.',
    'GET /api/v1/show_service_code':
      'A page that shows a verification code and erases it. Each look is written to the audit trail.',
    'POST /api/v1/show_service_code':
      "The page's own request: answers with the verification code and erases it.",
    'GET /assets/{file}': 'A script or style of the pages. Its name changes with its content.',
    'GET /v1/embed.js':
      'The script that puts the form into a page of the merchant. docs/embedding.md says how to use it.',
    'POST /api/v1/cards/{card_token}/send':
      'Sends the body and the headers of this request to a destination, with the card in the place of `%CARD_NUMBER%` and other placeholders. The answer of the destination comes back without card data.',
    'POST /api/v1/capture':
      'Calls a destination and replaces each card in its answer by a token, as a tokenization profile says.',
    'GET /api/v1/destinations': 'Lists the places that cards of the tenant may be sent to.',
    'POST /api/v1/destinations':
      'Allows a host, a path and HTTP methods to be called with cards of the tenant.',
    'DELETE /api/v1/destinations/{id}':
      'Ends the permission. Requests to the place are refused from now on.',
    'GET /api/v1/tokenization_profiles': 'Lists the profiles of the tenant.',
    'POST /api/v1/tokenization_profiles':
      'Stores where cards are in the answers of a destination, and where their tokens go.',
    'GET /api/v1/tokenization_profiles/{id}': 'Answers with one profile.',
    'PUT /api/v1/tokenization_profiles/{id}': 'Replaces the whole profile.',
    'DELETE /api/v1/tokenization_profiles/{id}':
      'Deletes the profile. Requests that name it are refused from now on.',
  },
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
