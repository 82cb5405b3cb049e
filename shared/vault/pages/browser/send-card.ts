import {
  expiryOf,
  type FieldName,
  type Flaw,
  type Flaws,
  type FormRules,
  fieldNames,
  type TypedCard,
} from '../card-rules.ts';
import { askVault } from './ask-vault.ts';
import { member } from './page.ts';

/** A refusal of the vault; `details` by field, in the words of the vault's API. */
export interface Refusal {
  readonly code: string;
  readonly title: string;
  readonly details?: unknown;
}

/** The typed card in the form of the vault's API. */
function bodyOf(card: TypedCard, { onlyCode }: FormRules, { origin }: FormSession): object {
  if (onlyCode) return { origin, card: { service_code: card.code } };
  const expires = expiryOf(card.expiry);
  return {
    origin,
    card: {
      card_number: card.number,
      ...(card.chosenBrand !== undefined && { card_type: card.chosenBrand }),
      expiration_month: expires?.month ?? '',
      expiration_year: expires?.year ?? '',
      ...(card.name.trim() !== '' && { cardholder_name: card.name.trim() }),
      ...(card.code !== '' && { service_code: card.code }),
    },
  };
}

/** The session of the form, as its requests name it. */
export interface FormSession {
  readonly token: string;
  /** The origin of the page around the form; absent where the token that opened it names none. */
  readonly origin: string | undefined;
}

export type Answer =
  | { readonly kind: 'stored'; readonly card: object }
  | { readonly kind: 'refused' | 'over'; readonly refusal: Refusal }
  /**
   * The card was not sent, or no answer came. Sent again with the same token, it is stored once at
   * most.
   */
  | { readonly kind: 'unsent' | 'unanswered'; readonly refusal: Refusal };

/** How long the vault may take for one answer, in milliseconds. */
const answerMs = 7_000;
/** The pauses before the form repeats a request without an answer, in milliseconds. */
const pausesMs = [500, 1_000, 2_000, 4_000];

/**
 * Sends the card to the vault, which checks it again, and returns the vault's answer. A request
 * without an answer is repeated while the browser has a network: the vault stores the same card with
 * the same token once.
 *
 * @param stopped ends the requests; then the result has no meaning
 */
export async function sendCard(
  card: TypedCard,
  rules: FormRules,
  session: FormSession,
  stopped: AbortSignal,
): Promise<Answer> {
  for (const pauseMs of [...pausesMs, 0]) {
    if (!navigator.onLine) break;
    const answer = await ask(bodyOf(card, rules, session), session, stopped);
    if (answer || stopped.aborted) return answer ?? unanswered;
    if (pauseMs > 0) await pauseOnline(pauseMs);
  }
  return navigator.onLine ? unanswered : unsent;
}

const unsent: Answer = {
  kind: 'unsent',
  refusal: { code: 'no_connection', title: 'No Connection' },
};

const unanswered: Answer = {
  kind: 'unanswered',
  refusal: { code: 'no_answer', title: 'No Answer' },
};

/** One request; undefined without an answer of the vault. */
async function ask(
  body: object,
  { token }: FormSession,
  stopped: AbortSignal,
): Promise<Answer | undefined> {
  const request = new AbortController();
  const stop = () => request.abort();
  const timer = setTimeout(stop, answerMs);
  stopped.addEventListener('abort', stop);
  try {
    const { status, body: answer } = await askVault(token, body, request.signal);
    return answerOf(status, answer);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', stop);
  }
}

/** Waits, and no longer than the browser has a network. */
const pauseOnline = (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('offline', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('offline', done);
  });

function answerOf(status: number, body: unknown): Answer | undefined {
  const card = member(member(body, 'data'), 'attributes');
  if (status === 200 && typeof card === 'object' && card !== null) return { kind: 'stored', card };
  const errors = member(body, 'errors');
  const [code, title] = [member(errors, 'code'), member(errors, 'title')];
  if (status >= 500 || typeof code !== 'string' || typeof title !== 'string') return undefined;
  const isOver = status === 401 || status === 403;
  return {
    kind: isOver ? 'over' : 'refused',
    refusal: { code, title, details: member(errors, 'details') },
  };
}

/** The vault's details as flaws of our fields; a detail without a word of ours is `invalid`. */
export function flawsIn(details: unknown): Flaws {
  const found: Partial<Record<FieldName, Flaw>> = {};
  for (const name of fieldNames) {
    const messages = member(details, name);
    const message: unknown = Array.isArray(messages) ? messages[0] : undefined;
    if (message !== undefined) found[name] = flawsByWord.get(message) ?? 'is invalid';
  }
  return found;
}

const words: readonly Flaw[] = ['is missing', 'is invalid', 'is in the past', 'is not accepted'];
const flawsByWord = new Map<unknown, Flaw>(words.map((word) => [word, word]));
