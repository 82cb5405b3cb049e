import { yearAndMonth } from '../formats/expiry.ts';
import type { Card } from '../interface/card.ts';

/** A card in Authorize.net's words. */
export const creditCard = (card: Omit<Card, 'holderName'>) => ({
  cardNumber: card.number,
  expirationDate: yearAndMonth(card),
  cardCode: card.cvc,
});
