import type { Ruling } from '../ledger.ts';
import { failureOf } from './declines.ts';
import type { StripeSource } from './payment-sources.ts';
import type { CardBehaviour } from './test-cards.ts';

/** The circumstances of a charge that decide about a card besides its number. */
export interface CardTerms {
  /** The merchant charges in the customer's absence. */
  readonly isAbsent: boolean;
  /** The request wants 3-D Secure wherever the card supports it. */
  readonly wantsAuthentication: boolean;
  /** Another service authenticated the customer, with proof. */
  readonly isAuthenticated: boolean;
  /** The card was stored for charges in the customer's absence. */
  readonly isSetUp: boolean;
  /** The request would rather be declined than ask the customer. */
  readonly declinesQuestions: boolean;
  /** Nothing is charged: the card is stored. */
  readonly isSetup: boolean;
}

/** The ruling on a charge by a card. */
export function cardRuling(
  { shown, behaviour }: NonNullable<StripeSource['card']>,
  terms: CardTerms,
): Ruling {
  const { decline, manner, storable, declineAuthenticated } = behaviour;
  const entered = { cardLastDigits: shown.last4 };
  if (decline && !(storable && terms.isSetup)) {
    return { verdict: failureOf(decline), entered };
  }
  if (!mustAsk(behaviour, terms)) return { verdict: 'approved', manner, entered };
  if (terms.isAbsent || terms.declinesQuestions) {
    return { verdict: failureOf('authentication_required'), entered };
  }
  return {
    verdict: 'challenged',
    manner,
    ...(declineAuthenticated && { failsAuthenticated: failureOf(declineAuthenticated) }),
    entered,
  };
}

function mustAsk({ authentication }: CardBehaviour, terms: CardTerms): boolean {
  if (terms.isAuthenticated) return false;
  switch (authentication) {
    case 'always':
      return true;
    case 'unless set up':
      return !terms.isSetUp;
    case 'on session only':
      return !terms.isAbsent;
    case 'supported':
      return terms.wantsAuthentication && !terms.isAbsent;
    default:
      return false;
  }
}
