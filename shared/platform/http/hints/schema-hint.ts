import type * as v from 'valibot';
import { isMissing, isUnknown, nearestIssue } from '../response/describe-issue.ts';
import { type Hint, shownPath } from './hint.ts';
import { nearestOf } from './nearest.ts';
import { membersAt, placeOf } from './schema-members.ts';

type Issue = v.BaseIssue<unknown>;

/** Names of another API, each with its name here. */
export type OtherNames = ReadonlyMap<string, string>;

/** Members of other APIs, such as Stripe's, by the name that they have here. */
const otherApis: OtherNames = new Map(
  Object.entries({
    number: 'card_number',
    exp_month: 'card_exp_month',
    exp_year: 'card_exp_year',
    cvc: 'card_cvc',
    cvv: 'card_cvc',
    customer: 'customer_id',
    payment_intent: 'payment_id',
    transaction_id: 'payment_id',
    charge: 'payment_id',
    receipt_email: 'email',
    statement_descriptor: 'statement_descriptor_name',
    payment_method_types: 'allowed_payment_method_types',
    success_url: 'return_url',
    redirect_url: 'return_url',
    page_size: 'limit',
    per_page: 'limit',
    size: 'limit',
    'created[gte]': 'created.gte',
    'created[lte]': 'created.lte',
  }),
);

/** The members with which lists continue after a page; a list has at most one kind of them. */
export const continuing = ['offset', 'skip', 'ending_before', 'after', 'created.lte'];

/** Names by which developers ask for a page. */
const pages: ReadonlySet<string> = new Set(['page', 'page_number', 'cursor', 'next', 'start']);

/** Names that say too little to be looked for in another place. */
const vague: ReadonlySet<string> = new Set([
  'type',
  'id',
  'data',
  'name',
  'value',
  'code',
  'status',
]);

/** As many values are listed in a hint; more are in the API's description. */
const mostListed = 12;
const mostOfRefusal = 50;

const atTop = 'Send it at the top of the request, beside the other members.';

/**
 * The path of the member that an issue is about, and a sentence on the right value. Repeats no value.
 *
 * @param schema of the whole body or query
 * @param otherNames of members, by which a developer may call them
 */
export function schemaHint(
  schema: v.GenericSchema,
  issue: Issue,
  otherNames: OtherNames = otherApis,
): Hint {
  const about = nearestIssue(issue);
  const path = pathOf(about);
  const param = shownPath(path.join('.'));
  const hint = hintAt({ schema, otherNames }, about, path);
  return { ...(param && { param }), ...(hint && { hint }) };
}

const pathOf = ({ path }: Pick<Issue, 'path'>): readonly string[] =>
  path?.map(({ key }) => String(key)) ?? [];

/** The members of a request, and their names elsewhere. */
interface Members {
  readonly schema: v.GenericSchema;
  readonly otherNames: OtherNames;
}

function hintAt(known: Members, issue: Issue, path: readonly string[]) {
  const name = path.at(-1) ?? '';
  if (isUnknown(issue)) return unknownMember(known, name, path.slice(0, -1));
  if (isMissing(issue)) return missingMember(known, issue, name, path.slice(0, -1));
  return wrongValue(known, issue, path);
}

/** For a member that the API would ignore: a sentence on the member that was probably meant. */
export const ignoredMemberHint = (
  schema: v.GenericSchema,
  path: readonly string[],
): string | undefined =>
  meantMember({ schema, otherNames: otherApis }, path.at(-1) ?? '', path.slice(0, -1));

/** Whether a member resembles one of these: mistyped, or named by one word of several. */
export const resembles = (name: string, members: readonly string[]): boolean =>
  similarTo(name, members) !== undefined;

function similarTo(name: string, members: readonly string[]): string | undefined {
  const longer = members.filter((one) => one.split('_').includes(name));
  const only = longer.length === 1 && name.length > 2 ? longer[0] : undefined;
  return nearestOf(name, members) ?? only;
}

/** For a member that the API does not have there. */
function unknownMember(
  { schema, otherNames }: Members,
  name: string,
  parent: readonly string[],
): string | undefined {
  const meant = meantMember({ schema, otherNames }, name, parent);
  if (meant !== undefined) return meant;
  const members = membersAt(schema, parent);
  if (members.includes('limit') && parent.length === 0) {
    return 'Leave it out: this list is not filtered by it. A list that takes `POST` on its path, such as `POST /payments/list`, filters by more.';
  }
  return members.length > 0 && members.length <= mostListed
    ? `Send only ${listOf(members)}${parent.length > 0 ? ` in \`${parent.join('.')}\`` : ''}.`
    : 'Leave it out: the description of the API lists the members of this request.';
}

/** The member that was probably meant by another name, or by its name in another place. */
function meantMember(
  { schema, otherNames }: Members,
  name: string,
  parent: readonly string[],
): string | undefined {
  const members = membersAt(schema, parent);
  const own = otherNames.get(name);
  if (own !== undefined) {
    const its = placeOf(schema, own);
    if (its) return `Send \`${[...its, own].join('.')}\`: this is its name here.`;
  }
  const next = pages.has(name) ? continuing.find((one) => members.includes(one)) : undefined;
  if (next !== undefined) return `Send \`${next}\`: lists are read on from there.`;
  if (name === 'type' && parent.at(-1) === 'payment_method_data') {
    return 'Send the method as `payment_method` and its kind as `payment_method_type`, both at the top of the request.';
  }
  const place = vague.has(name) ? undefined : placeOf(schema, name);
  if (place) return place.length > 0 ? `Send it in \`${place.join('.')}\`.` : atTop;
  const probable = similarTo(name, members) ?? amountMember(name, members);
  return probable === undefined ? undefined : `Did you mean \`${probable}\`?`;
}

/** The member for another name of an amount: the one that has most words of it. */
function amountMember(name: string, members: readonly string[]): string | undefined {
  const words = name.toLowerCase().split('_');
  if (!words.includes('amount')) return undefined;
  const [best] = members
    .map((member) => {
      const own = member.split('_');
      const shared = own.filter((word) => words.some((one) => one.startsWith(word)));
      return { member, own, shared: shared.length, part: shared.length / own.length };
    })
    .filter(({ own }) => own.includes('amount'))
    .sort(
      (one, other) =>
        other.shared - one.shared ||
        other.part - one.part ||
        Number(other.own[0] === 'amount') - Number(one.own[0] === 'amount'),
    );
  return best?.member;
}

/** For a required member that is missing, which another name may hide. */
function missingMember(
  { otherNames }: Members,
  issue: Issue,
  name: string,
  parent: readonly string[],
): string {
  const around: unknown = issue.path?.at(-1)?.input;
  const sent = typeof around === 'object' && around !== null ? Object.keys(around) : [];
  const other = sent.find((one) => otherNames.get(one) === name);
  const meant = other ?? nearestOf(name, sent);
  const place = parent.length > 0 ? ` in \`${parent.join('.')}\`` : '';
  return meant !== undefined && (other !== undefined || meant.length > 3)
    ? `Send \`${shownPath(meant)}\` as \`${name}\`${place}: this is its name here.`
    : `Add \`${name}\`${place}.`;
}

const wholeNumber =
  'Send all digits of the card number as they are on the card, without dashes or other signs.';

/** By the words in which our own checks describe a text of the wrong form. */
const formsOfTexts: readonly (readonly [RegExp, string])[] = [
  [/^relative URL|absolute URL/i, 'Send a whole URL, such as `https://shop.example/return`.'],
  [/email/i, 'Send an e-mail address, such as `payer@example.com`.'],
  [/timestamp/i, 'Send a time in UTC, such as `2026-01-31T12:00:00Z`.'],
  [/expected a map/i, 'Send an object, in braces.'],
  [/invalid digit/i, 'Send a whole number, in digits only.'],
  [/card number invalid|in card number/i, wholeNumber],
  [/invalid character/i, 'Send an identifier: letters, digits, `_` and `-` only.'],
];

function wrongValue(known: Members, issue: Issue, path: readonly string[]) {
  const { type, input, expected } = issue;
  const isText = typeof input === 'string';
  const isFraction = /floating point/.test(issue.message);
  if (/amount/.test(path.at(-1) ?? '') && (type === 'number' || isFraction)) {
    return 'Send the amount as a whole number of the smallest units of the currency, without quotes: 25.99 EUR is `2599`, and 2599 JPY is `2599`.';
  }
  switch (type) {
    case 'variant': {
      // A word that names no variant, or no object at all.
      const words = quotedWords(expected);
      if (words.length === 0) return wrongObject(known, path, isText);
      return isText ? wordHint(input, words) : 'Send a text, in quotes.';
    }
    case 'picklist':
    case 'enum':
    case 'literal':
      return isText ? wordHint(input, quotedWords(expected)) : 'Send a text, in quotes.';
    case 'number':
      return 'Send a number, without quotes.';
    case 'safe_integer':
      return 'Send a whole number.';
    case 'boolean':
      return 'Send `true` or `false`, without quotes.';
    case 'string':
      return 'Send a text, in quotes.';
    case 'array':
      return 'Send a list, in square brackets, even of one element.';
    case 'object':
    case 'strict_object':
    case 'loose_object':
    case 'record':
      return wrongObject(known, path, isText);
    case 'min_value':
      return `Send ${Number(issue.requirement)} or more.`;
    case 'max_value':
      return `Send ${Number(issue.requirement)} or less.`;
    case 'max_length':
    case 'min_length': {
      if (/card number/i.test(issue.message)) return wholeNumber;
      const bound = type === 'max_length' ? 'most' : 'least';
      return `Send at ${bound} ${Number(issue.requirement)} ${isText ? 'characters' : 'elements'}.`;
    }
    default:
      return formsOfTexts.find(([form]) => form.test(issue.message))?.[1];
  }
}

const asType = (type: string) => `, and \`${type}\` as \`payment_method_type\``;

/** Words of other APIs, the word here, and the rest of the hint. The first match wins. */
const otherWords: readonly (readonly [tried: RegExp, own: string, rest: string])[] = [
  [/^(?:credit|debit|bank)?_?-?cards?$|^(?:visa|mastercard|amex)$/i, 'card', ''],
  [/^ideal$/i, 'bank_redirect', asType('ideal')],
  [/^(?:sofort|klarna_?sofort)$/i, 'bank_redirect', asType('sofort')],
  [/^(?:eps|giropay|blik|trustly)$/i, 'bank_redirect', ', and its name as `payment_method_type`'],
  [/^bancontact(?:_card)?$/i, 'bank_redirect', asType('bancontact_card')],
  [/^paypal$/i, 'wallet', asType('paypal')],
  [/^apple_?-?pay$/i, 'wallet', asType('apple_pay')],
  [/^google_?-?pay$/i, 'wallet', asType('google_pay')],
  [/^(?:sepa|sepa_debit|sepa_direct_debit)$/i, 'bank_debit', asType('sepa')],
  [/^(?:ach|ach_debit|us_bank_account)$/i, 'bank_debit', asType('ach')],
  [
    /^(?:klarna|affirm|afterpay|afterpay_clearpay)$/i,
    'pay_later',
    ', and its name as `payment_method_type`',
  ],
  [
    /^(?:pm|card|src|tok)_\w+$/,
    'card',
    ', and a saved payment method as `payment_token` or in `recurring_details`',
  ],
  [/^manual_?-?capture$|^authorize$/i, 'manual', ''],
  [/^3ds2?$|^3d_?secure$/i, 'three_ds', ''],
];

/** For a text that is none of the words which a refusal lists, and the API's description does not. */
export function listedWordHint(word: string, words: readonly string[]): string {
  const hint = wordHint(word, words, mostOfRefusal);
  const isGuess = hint.startsWith('Did you mean');
  return isGuess && words.length <= mostOfRefusal
    ? `${hint} Else send ${listOf(words, 'or')}.`
    : hint;
}

/** For a text that is none of the API's words, of which at most so many are listed. */
function wordHint(word: string, words: readonly string[], most = mostListed): string {
  const other = otherWords.find(([pattern, own]) => pattern.test(word) && words.includes(own));
  if (other) return `Send \`${other[1]}\`${other[2]}.`;
  const meant = nearestOf(word, words);
  if (meant !== undefined && meant.toLowerCase() === word.trim().toLowerCase()) {
    return `Send \`${meant}\`: capital and small letters count.`;
  }
  if (words.length > 100 && words.every((one) => /^[A-Z]{3}$/.test(one))) {
    const near = meant === undefined ? '' : ` Did you mean \`${meant}\`?`;
    return `Send a currency in the three capital letters of ISO 4217, such as \`EUR\`.${near}`;
  }
  if (words.length > 100 && words.every((one) => /^[A-Z]{2}$/.test(one))) {
    return 'Send a country in the two capital letters of ISO 3166-1, such as `DE`.';
  }
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  if (words.length > 100 && words.includes('Germany')) {
    return 'Send the name of a country without spaces, such as `Germany` or `UnitedStatesOfAmerica`.';
  }
  return words.length <= most
    ? `Send ${listOf(words, 'or')}.`
    : 'Send one of the values that the description of the API lists for this member.';
}

const quotedWords = (expected: string | null): readonly string[] =>
  [...(expected ?? '').matchAll(/"([^"]*)"/g)].map(([, one = '']) => one);

/** For a text, a number or a list where an object belongs. */
function wrongObject(
  { schema, otherNames }: Members,
  path: readonly string[],
  isText: boolean,
): string {
  const name = path.at(-1) ?? '';
  const identifier = otherNames.get(name);
  if (
    isText &&
    identifier !== undefined &&
    membersAt(schema, path.slice(0, -1)).includes(identifier)
  ) {
    return `Send an identifier as \`${identifier}\`; \`${name}\` is an object.`;
  }
  const members = membersAt(schema, path);
  return members.length > 0 && members.length <= mostListed
    ? `Send an object with ${listOf(members)}.`
    : 'Send an object, in braces.';
}

const listOf = (words: readonly string[], last = 'and') => {
  const quoted = words.map((one) => `\`${one}\``);
  return quoted.length < 2
    ? quoted.join('')
    : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
};
