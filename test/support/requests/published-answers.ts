import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Operation } from '#platform/http/operation/operation.ts';
import { operations } from '../../../shared/operations.ts';
import { loadStructure } from '../documents/structure.ts';

/** Where our answers are not as published, and why they are right all the same. */
const knownMismatches: readonly (readonly [
  operation: RegExp,
  /** Of the place in the answer, as a JSON pointer, and the fault there. */
  mismatch: RegExp,
  reason: string,
])[] = [
  [
    /^api-keys\./,
    /expiration must match exactly one schema in oneOf/,
    'Of the two forms one is a date by its format, which is not checked here: "never" fits both.',
  ],
  [
    /payments\./,
    /payment_id must NOT have fewer than 30 characters/,
    'Identifiers that Hyperswitch makes have 24; merchants may choose shorter ones.',
  ],
  [
    /payments\./,
    /amount_capturable must be >= 100/,
    'Nothing can be captured of a payment that nobody has confirmed, or that was captured.',
  ],
  [
    /^payments\./,
    /number_of_installments must be string/,
    'Published as bytes; Hyperswitch takes and answers a number or a list of them.',
  ],
  [
    /^payment-methods\.list-for-merchant/,
    /installment_options\/\d+ must have required property 'available_plans'/,
    'Published with the cost of each plan; here they are as the merchant stated them.',
  ],
  [
    /^payments\.session-tokens$/,
    /^\/session_token\/\d+/,
    'The published form of Google Pay fits two of its own forms, where one is to fit.',
  ],
  [
    /^payouts\./,
    /payout_id must NOT have fewer than 30 characters/,
    'Identifiers that Hyperswitch makes have 27; merchants may choose shorter ones.',
  ],
  [
    /^payouts\./,
    /(payout_method_data|source_bank_data)/,
    'Every bank account fits two of its forms: of one of them no member has to be there.',
  ],
  [
    /^payouts\./,
    /(customer_id|return_url|business_country) must be/,
    'Published as always there; who is paid need not be known, nor where from.',
  ],
  [
    /^payouts\.filter-values/,
    /^\/connector\/\d+ must be equal to one of the allowed values$/,
    'The names of test processors are ours.',
  ],
  [
    /^payments\.list$/,
    /^ must be array$/,
    'Hyperswitch answers one page, and describes a list of pages.',
  ],
  [
    /^blocklist\.list$/,
    /must have required property '(fingerprint_id|data_kind|created_at)'/,
    'Published as one entry; Hyperswitch answers a page of them with counts.',
  ],
  [
    /^routing\.retrieve$/,
    /^\/algorithm must match exactly one schema in oneOf/,
    'One of the forms that it must not have requires nothing, so every object fits it as well.',
  ],
  [
    /^routing\.retrieve-default-of-profile$/,
    /^ must be object/,
    'Hyperswitch answers the bare list, and describes something else.',
  ],
  [
    /^(accounts|profiles)\./,
    /refund_statuses_enabled\/\d+ must be/,
    'Published with the statuses of payments; Hyperswitch takes the two that refunds end in.',
  ],
  [
    /^routing\./,
    /\/kind must be equal to one of the allowed values$/,
    'Routing by cost is an addition, and a kind of its own.',
  ],
  [
    /^routing\.(list|active)/,
    /^ must be object$/,
    'Two forms are published, of which a list is one; a kind of our own fits neither.',
  ],
  [
    /^connector-accounts\./,
    /must NOT have additional properties: processing_fees$/,
    'Routing by cost is an addition: fees are shown where a merchant states some, and nowhere else.',
  ],
  [
    /^profiles\./,
    /payout_routing_algorithm/,
    'Hyperswitch answers a reference to the active algorithm, and describes the algorithm itself.',
  ],
];

const structure = loadStructure();
const validators = new Map<Operation, ValidateFunction | undefined>();

/** The operation that serves a path such as `/payments/pay_1/confirm`. */
export function operationAt(method: string, pathname: string): Operation | undefined {
  const parts = pathname.split('/');
  const fits = (path: string) => {
    const pattern = path.split('/');
    return (
      pattern.length === parts.length &&
      pattern.every((part, at) => part === parts[at] || part.startsWith('{'))
    );
  };
  const found = operations.filter((one) => one.method === method && fits(one.path));
  // Where a word and a parameter both fit, the word is meant.
  const words = ({ path }: Operation) => path.split('/').filter((part) => !part.startsWith('{'));
  return found.sort((one, other) => words(other).length - words(one).length)[0];
}

/**
 * The faults of a success, held against the published structure: empty where nothing is, where
 * the route is not published, and in a checkout that does not have the structure beside it. Nothing
 * stands against `null`: Hyperswitch says it of every field that has no value.
 */
export function unpublishedIn(operation: Operation, answer: unknown): readonly string[] {
  const body = withoutEmptyMethod(answer);
  if (!validators.has(operation)) {
    validators.set(operation, structure?.answer(operation.method, operation.path));
  }
  const isRight = validators.get(operation);
  if (!isRight || isRight(body) || isBlocked(body)) return [];
  const all = isRight.errors ?? [];
  const known = all.filter((error) => isKnown(operation, mismatchOf(error)));
  return all
    .filter((error) => !known.includes(error) && !isAboutNull(error, body, all))
    .filter((error) => !known.some((other) => followsFrom(other, error)))
    .map((error) => `${operation.name}: ${mismatchOf(error)}`);
}

const mismatchOf = ({ instancePath, message, keyword, params }: ErrorObject) =>
  `${instancePath} ${message}${keyword === 'additionalProperties' ? `: ${params.additionalProperty}` : ''}`;

/** Whether a complaint says no more than that something around what is known is not right, then. */
const followsFrom = (known: ErrorObject, error: ErrorObject) =>
  `${known.instancePath}/`.startsWith(`${error.instancePath}/`) && isAboutChoice(error);

/** Whether it says that no form fits, or that the one form without a value does not. */
const isAboutChoice = ({ keyword, message }: ErrorObject) =>
  keyword === 'anyOf' || keyword === 'oneOf' || message === 'must be null';

/**
 * The answer without a payment's members about a method of which nothing may be shown: Hyperswitch
 * answers such as `{"wallet": {}}`, and publishes those wallets alone of which something is.
 */
function withoutEmptyMethod(answer: unknown): unknown {
  const families = valueAt(answer, '/payment_method_data');
  if (typeof families !== 'object' || families === null) return answer;
  const { billing: _, ...shown } = Object(families);
  const details = Object.values(Object(Object.values(shown)[0]));
  const isEmpty = !details.some((one) => typeof one === 'object' && one && Object.keys(one).length);
  const hasShapes = !('card' in shown || 'network_token' in shown || 'crypto' in shown);
  return isEmpty && hasShapes ? { ...Object(answer), payment_method_data: null } : answer;
}

/** A payment with a blocked card is answered 200 and an error, which Hyperswitch does not publish. */
const isBlocked = (body: unknown) => valueAt(body, '/error/type') === 'blocked';

const isKnown = ({ name }: Operation, mismatch: string) =>
  knownMismatches.some(([operation, known]) => operation.test(name) && known.test(mismatch));

/** Whether it says no more than that something is `null`, or does not fit because a part of it is. */
function isAboutNull(error: ErrorObject, body: unknown, all: readonly ErrorObject[]): boolean {
  if (valueAt(body, error.instancePath) === null) return true;
  return (
    isAboutChoice(error) &&
    all.some(
      (other) =>
        other !== error &&
        other.instancePath.startsWith(`${error.instancePath}/`) &&
        valueAt(body, other.instancePath) === null,
    )
  );
}

const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (value: unknown, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      body,
    );
