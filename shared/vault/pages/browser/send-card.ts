import {
  expiryOf,
  type FieldName,
  type Flaw,
  type Flaws,
  type FormRules,
  fieldNames,
  type TypedCard,
} from '../card-rules.ts';
import { member } from './page.ts';

/** A refusal of the vault; `details` by field, in the words of the vault's API. */
export interface Refusal {
  readonly code: string;
  readonly title: string;
  readonly details?: unknown;
}

/** The typed card in the form of the vault's API. */
function bodyOf(card: TypedCard, { onlyCode }: FormRules): object {
  if (onlyCode) return { card: { service_code: card.code } };
  const expires = expiryOf(card.expiry);
  return {
    card: {
      card_number: card.number,
      expiration_month: expires?.month ?? '',
      expiration_year: expires?.year ?? '',
      ...(card.name.trim() !== '' && { cardholder_name: card.name.trim() }),
      ...(card.code !== '' && { service_code: card.code }),
    },
  };
}

/** Sends the card to the vault, which checks it again, and returns the vault's answer. */
export async function sendCard(
  card: TypedCard,
  rules: FormRules,
  sessionToken: string,
): Promise<Answer> {
  try {
    // The merchant's wishes are still in the address: the vault checks them again.
    const response = await fetch(location.pathname + location.search, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${sessionToken}`,
      },
      body: JSON.stringify(bodyOf(card, rules)),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    return answerOf(response.status, await response.json());
  } catch {
    return lost;
  }
}

export type Answer =
  | { readonly kind: 'stored'; readonly card: object }
  | { readonly kind: 'refused' | 'over'; readonly refusal: Refusal };

/**
 * It is not known whether the card was stored, so this token is spent: the parent needs another.
 */
const lost: Answer = {
  kind: 'over',
  refusal: { code: 'session_expired', title: 'Session Expired' },
};

function answerOf(status: number, body: unknown): Answer {
  const card = member(member(body, 'data'), 'attributes');
  if (status === 200 && typeof card === 'object' && card !== null) return { kind: 'stored', card };
  const errors = member(body, 'errors');
  const [code, title] = [member(errors, 'code'), member(errors, 'title')];
  if (status >= 500 || typeof code !== 'string' || typeof title !== 'string') return lost;
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
