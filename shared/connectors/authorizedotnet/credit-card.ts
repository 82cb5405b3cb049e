import type { Card } from '../interface/card.ts';

/** A card in Authorize.net's words. */
export const creditCard = ({ number, expiryMonth, expiryYear, cvc }: Omit<Card, 'holderName'>) => ({
  cardNumber: number,
  expirationDate: `${expiryYear.length === 2 ? `20${expiryYear}` : expiryYear}-${expiryMonth}`,
  cardCode: cvc,
});
