import * as v from 'valibot';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import type { Mandate } from './mandate.ts';
import type { MandateResponse } from './operations.ts';

/** Presents a mandate to its merchant: the only place where a mandate becomes a response. */
export function presentMandate(mandate: Mandate): MandateResponse {
  const { ipAddress, userAgent } = mandate;
  return {
    mandate_id: mandate.id,
    status: mandate.status,
    // Empty for other methods: only cards are saved as payment methods.
    payment_method_id: mandate.paymentMethodId ?? '',
    payment_method: mandate.method,
    payment_method_type: mandate.type ?? null,
    card: mandate.card ? presentCard(mandate.card) : null,
    customer_acceptance: {
      acceptance_type: userAgent === undefined ? 'offline' : 'online',
      accepted_at: mandate.acceptedAt,
      online:
        userAgent === undefined ? null : { ip_address: ipAddress ?? null, user_agent: userAgent },
    },
  };
}

const presentCard = (card: NonNullable<Mandate['card']>): NonNullable<MandateResponse['card']> => ({
  last4_digits: card.last4 ?? null,
  card_exp_month: card.expiryMonth ?? null,
  card_exp_year: card.expiryYear ?? null,
  card_holder_name: card.holderName ?? null,
  card_token: card.token ?? null,
  scheme: card.network ?? null,
  issuer_country: card.issuingCountry ?? null,
  card_fingerprint: card.fingerprint ?? null,
  card_isin: card.isin ?? null,
  card_issuer: card.issuer ?? null,
  card_network: v.is(CardNetwork, card.network) ? v.parse(CardNetwork, card.network) : null,
  card_type: card.type ?? null,
  nick_name: card.nickName ?? null,
});
