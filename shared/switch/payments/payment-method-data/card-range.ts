import type { CardBinFacts } from '#operator/card-bins/card-bin.ts';
import type { CardServices } from '../card-services.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import type { CardData } from './card.ts';

const typedCard = ({ payment_method_data: data }: PaymentRequest): CardData | undefined =>
  (data && typeof data !== 'string' && data.card) || undefined;

/** The BIN facts of a request's card. Nothing is read when the request states them all. */
export async function findCardRange(
  request: PaymentRequest,
  { cardRanges }: Pick<CardServices, 'cardRanges'>,
): Promise<CardBinFacts | undefined> {
  const card = typedCard(request);
  if (!card) return undefined;
  const { card_issuer, card_network, card_type, card_issuing_country } = card;
  const saysAll = card_issuer && card_network && card_type && card_issuing_country;
  return saysAll ? undefined : cardRanges.recent(card.card_number);
}

/** The request, completed with the BIN facts that it does not state. */
export function withCardRange(
  request: PaymentRequest,
  range: CardBinFacts | undefined,
): PaymentRequest {
  const { payment_method_data: data } = request;
  const card = typedCard(request);
  if (!range || !card || !data || typeof data === 'string') return request;
  return {
    ...request,
    payment_method_data: {
      ...data,
      card: {
        ...card,
        card_issuer: card.card_issuer || range.issuer,
        card_network: card.card_network ?? range.network,
        card_type: card.card_type || range.type,
        card_issuing_country: card.card_issuing_country || range.issuingCountry,
        card_issuing_country_code: card.card_issuing_country_code || range.countryCode,
      },
    },
  };
}
