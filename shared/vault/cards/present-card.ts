import * as v from 'valibot';
import { Brand, type MaskedCard } from './card.ts';

const Timestamp = v.pipe(v.string(), v.isoTimestamp());

/** A card as the vault's API shows it. */
export const CardRecord = v.object({
  id: v.string(),
  type: v.literal('card'),
  attributes: v.object({
    id: v.string(),
    card_token: v.string(),
    /** `411111******1111` */
    card_number: v.string(),
    card_type: Brand,
    cardholder_name: v.nullable(v.string()),
    /** `***` while a code is stored. */
    service_code: v.nullable(v.literal('***')),
    expiration_month: v.string(),
    expiration_year: v.string(),
    fingerprint: v.string(),
    service_code_expires_at: v.nullable(Timestamp),
    created_at: Timestamp,
  }),
});
export type CardRecord = v.InferOutput<typeof CardRecord>;

/** The one place where a card becomes a response, so no other field leaks. */
export const presentCard = (card: MaskedCard): CardRecord => ({
  id: card.token,
  type: 'card',
  attributes: {
    id: card.token,
    card_token: card.token,
    card_number: card.maskedNumber,
    card_type: card.brand,
    cardholder_name: card.holderName ?? null,
    service_code: card.cvcExpiresAt === undefined ? null : '***',
    expiration_month: card.expiryMonth,
    expiration_year: card.expiryYear,
    fingerprint: card.fingerprint,
    service_code_expires_at: card.cvcExpiresAt ?? null,
    created_at: card.createdAt,
  },
});
