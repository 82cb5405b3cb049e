import { erase, maskOf } from '../../cards/card.ts';
import type { CardToStore } from '../../cards/card-vault.ts';
import { readNewCard } from '../../cards/new-card.ts';
import { isVaultError } from '../../vault-error.ts';
import { maskResponse } from '../send/mask-response.ts';
import { jsonMessages } from './json-messages.ts';
import { type CardField, maxMessages, type ProfileBody, transformationOf } from './profile.ts';
import {
  type SelectedCard,
  type SelectedMessages,
  TooManySelected,
  UnreadableResponse,
} from './selected-nodes.ts';
import { type StepBudget, stepBudget, TooLong } from './step-budget.ts';
import { withinTime } from './time-budget.ts';
import { xmlMessages } from './xml-messages.ts';

/** The result for one card of an answer, or for a message without a card. */
interface Slot {
  readonly message: number;
  /** The card whose token is placed; undefined for a message without a card. */
  readonly place?: SelectedCard;
  readonly card?: CardToStore | undefined;
  /** `invalid_card_number`; a card with an error gets no token. */
  readonly errors: readonly string[];
  /** `card_expired`; the card has a token, which the tenant should use with care. */
  readonly warnings: readonly string[];
}

/** The cards of an answer that has been masked. */
export interface TokenizedResponse {
  /**
   * Stores each valid card, some concurrently, and places the tokens in the body or in headers, as
   * the profile defines. Rejects with the errors of `store`; then the answer names none of the
   * cards that were stored.
   */
  place(
    store: (card: CardToStore) => Promise<string>,
  ): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }>;
  /** Overwrites numbers and codes. */
  erase(): void;
}

/** How many cards are stored concurrently. */
const storeConcurrency = 20;
/**
 * The timeout for finding an answer's cards, in milliseconds: longer than any ordinary answer
 * needs.
 */
export const maxSearchMs = 8_000;
/** The most bytes of headers in an answer: API Gateway carries some 10 KB of them. */
const maxHeaderBytes = 8_192;

/**
 * Finds the cards of a target's answer and masks them. An invalid card gets an error in its place,
 * and the other cards are tokenized. Throws `Unreadable` when the profile does not fit the answer,
 * and `TooMany` above 1 000 messages or cards, or above the headers' limit. Throws `TooLong` when
 * the selectors exceed their budget.
 */
export function tokenizeResponse(
  body: Buffer,
  profile: ProfileBody,
  now: Date,
  longestMs = maxSearchMs,
  budget: StepBudget = stepBudget(),
): TokenizedResponse {
  const numbers = new Set<string>();
  const inHeaders = profile.card_token_placement.type === 'headers';
  const slots: Slot[] = [];
  const eraseAll = () => {
    for (const { card } of slots) if (card) erase(card);
  };
  const found = readable(
    () =>
      withinTime(longestMs, () => {
        const whole = messagesOf(body, profile, budget);
        for (const [message, { cards }] of whole.messages.entries()) {
          const read = cards.flatMap((place) => {
            const card = readCard(place, profile, now, numbers);
            return card ? [{ message, place, ...card }] : [];
          });
          slots.push(...(inHeaders ? [onlyOne(read, message)] : read));
        }
        return whole;
      }),
    eraseAll,
  );
  if (inHeaders && headerBytes(slots) > maxHeaderBytes) {
    eraseAll();
    throw new TooManySelected();
  }
  return {
    erase: eraseAll,
    async place(store) {
      const tokens = await storeSome(slots, store);
      if (!inHeaders) putNodes(slots, tokens, profile);
      const written = readable(found.write);
      // The answer may contain the same number at other places too.
      const isNumber = (digits: Buffer) => numbers.has(digits.toString('latin1'));
      return {
        headers: inHeaders ? headersOf(slots, tokens) : {},
        body: maskResponse(written, profile.type === 'json', { isNumber }),
      };
    },
  };
}

function messagesOf(
  body: Buffer,
  { type, schema }: ProfileBody,
  budget: StepBudget,
): SelectedMessages {
  const selectors = {
    messages: schema.message_node.selector,
    cards: schema.card_node.selector,
    most: maxMessages,
    budget,
  };
  return type === 'json' ? jsonMessages(body, selectors) : xmlMessages(body, selectors);
}

/**
 * An error that a library throws (too deep, wrong node for a selector) means an unreadable answer.
 */
function readable<T>(read: () => T, giveUp: () => void = () => {}): T {
  try {
    return read();
  } catch (error) {
    giveUp();
    if (error instanceof TooManySelected || error instanceof TooLong) throw error;
    throw new UnreadableResponse();
  }
}

type ReadCard = Pick<Slot, 'card' | 'errors' | 'warnings'>;

/** Reads one card and masks it in the answer; undefined when no field of a card is found. */
function readCard(
  place: SelectedCard,
  { card_node, card_token_placement: placement }: ProfileBody,
  now: Date,
  numbers: Set<string>,
): ReadCard | undefined {
  const value = (field: CardField) => {
    const wanted = card_node[field];
    const text = wanted && place.find(wanted.selector)[0]?.text;
    if (!wanted || text === undefined) return undefined;
    const transform = wanted.transformation && transformationOf(wanted.transformation);
    return (transform ? transform(text) : text).trim() || undefined;
  };
  const fields = {
    card_number: value('card_number'),
    cardholder_name: value('cardholder_name'),
    service_code: value('service_code'),
    expiration_month: value('expiration_month'),
    expiration_year: value('expiration_year'),
  };
  const found = place.find(card_node.card_number.selector);
  const codes = card_node.service_code ? place.find(card_node.service_code.selector) : [];
  for (const { text, replace } of codes) if (text !== '') replace?.('***');
  for (const { text, replace } of found) {
    for (const one of [text, fields.card_number]) remember(numbers, one);
    if (text !== '') replace?.(masked(text));
  }
  if (placement.type === 'card_node') {
    // Only the vault may set the nodes of its tokens.
    for (const name of nodesOf(placement)) place.put(name, undefined);
  }
  if (Object.values(fields).every((one) => one === undefined) && found.length <= 1)
    return undefined;
  if (found.length > 1) return { errors: ['ambiguous_card_number'], warnings: [] };
  return readFields(fields, now);
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

function remember(numbers: Set<string>, text: string | undefined): void {
  const digits = digitsOf(text ?? '');
  if (digits.length >= 12 && digits.length <= 19) numbers.add(digits);
}

/**
 * A text for the answer that reveals no more of a number than its mask does, even if the number is
 * invalid.
 */
function masked(text: string | undefined): string {
  if (text === undefined) return '***';
  const digits = digitsOf(text);
  if (digits.length >= 12) return maskOf(Buffer.from(digits, 'latin1'));
  const isMasked = digits.length === 0 || (digits.length <= 10 && /[*•xX]{2}/.test(text));
  return isMasked ? text : text.replaceAll(/\d/g, '*');
}

type CardFields = Readonly<Record<CardField, string | undefined>>;

/** Optional fields of a card. */
const optionalFields: ReadonlySet<string> = new Set(['cardholder_name', 'service_code']);

function readFields(given: CardFields, now: Date, warnings: readonly string[] = []): ReadCard {
  const present = Object.fromEntries(
    Object.entries(given).filter(([, text]) => text !== undefined),
  );
  try {
    const card = readNewCard(present, { now, refusePast: false });
    return {
      card,
      errors: [],
      warnings: isPast(card, now) ? [...warnings, 'card_expired'] : warnings,
    };
  } catch (error) {
    if (!isVaultError(error, 'validation_error')) throw error;
    const wrong = Object.entries(error.details).map(([field, whats]) => ({
      field,
      what: `${whats.includes('is missing') ? 'missing' : 'invalid'}_${field}`,
    }));
    if (!wrong.every(({ field }) => optionalFields.has(field) && Object.hasOwn(present, field))) {
      return { errors: wrong.map(({ what }) => what), warnings };
    }
    const rest = { ...given };
    for (const { field } of wrong) delete rest[field as CardField]; // A key of `given`.
    return readFields(rest, now, [...warnings, ...wrong.map(({ what }) => what)]);
  }
}

/** Whether the card's last month has ended, in UTC. */
const isPast = ({ expiryYear, expiryMonth }: CardToStore, now: Date) =>
  `${expiryYear}-${expiryMonth}` < now.toISOString().slice(0, 7);

/** A header has one slot for each message, so there is no place for a second card. */
function onlyOne(slots: readonly Slot[], message: number): Slot {
  const [first] = slots;
  if (!first) return { message, errors: [], warnings: [] };
  if (slots.length === 1) return first;
  for (const { card } of slots) if (card) erase(card);
  return { message, errors: ['several_cards'], warnings: [] };
}

/** The tokens of the slots, in their order. */
async function storeSome(
  slots: readonly Slot[],
  store: (card: CardToStore) => Promise<string>,
): Promise<readonly (string | undefined)[]> {
  const tokens: (string | undefined)[] = [];
  for (let from = 0; from < slots.length; from += storeConcurrency) {
    const some = slots.slice(from, from + storeConcurrency);
    tokens.push(...(await Promise.all(some.map(({ card }) => (card ? store(card) : undefined)))));
  }
  return tokens;
}

type NodePlacement = Extract<ProfileBody['card_token_placement'], { type: 'card_node' }>;

/** The names of the nodes for token, errors and warnings. */
const nodesOf = ({ card_token_node, node, error_node, warning_node }: NodePlacement) =>
  [card_token_node ?? node ?? '', error_node, warning_node] as const;

function putNodes(
  slots: readonly Slot[],
  tokens: readonly (string | undefined)[],
  { card_token_placement: placement }: ProfileBody,
): void {
  if (placement.type !== 'card_node') return;
  const [tokenNode, errorNode, warningNode] = nodesOf(placement);
  for (const [at, { place, errors, warnings }] of slots.entries()) {
    place?.put(tokenNode, tokens[at]);
    place?.put(errorNode, errors.join(';') || undefined);
    place?.put(warningNode, warnings.join(';') || undefined);
  }
}

/** Three lists with a slot for each message: the slots of one message stand at the same place. */
const headersOf = (slots: readonly Slot[], tokens: readonly (string | undefined)[]) => ({
  'x-vault-tokens': slots.map((_, at) => tokens[at] ?? '').join(','),
  'x-vault-errors': slots.map(({ errors }) => errors.join(';')).join(','),
  'x-vault-warnings': slots.map(({ warnings }) => warnings.join(';')).join(','),
});

/** The length of the headers, in bytes, which is known before any card is stored. */
const headerBytes = (slots: readonly Slot[]) =>
  slots.reduce(
    (bytes, { card, errors, warnings }) =>
      bytes + 3 + (card ? 32 : 0) + errors.join(';').length + warnings.join(';').length,
    0,
  );
