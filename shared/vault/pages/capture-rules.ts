import * as v from 'valibot';
import { maxCharacters } from '#platform/characters.ts';
import type { Brand } from '../cards/card.ts';
import { brandNamed } from '../cards/card-brand.ts';
import type { CardToStore } from '../cards/card-vault.ts';
import { VaultError } from '../vault-error.ts';
import { cvcPresence } from './card-rules.ts';

const Presence = v.picklist(['required', 'optional', 'hidden']);
type Presence = v.InferOutput<typeof Presence>;

/** Card types separated by commas: `visa,amex`. */
const CardTypes = v.pipe(
  v.string(),
  maxCharacters(256, 'is too long'),
  v.transform((text) => text.split(',').map((name) => brandNamed(name.trim().toLowerCase()))),
  v.check((brands) => brands.every((brand) => brand !== undefined), 'names an unknown card type'),
  v.transform((brands) => brands.filter((brand) => brand !== undefined)),
);

/** A BCP 47 tag; a language without texts falls back to English. */
export const Locale = v.optional(v.pipe(v.string(), maxCharacters(64, 'is too long')));

/** The options of the capture form, from its URL. */
export const captureRules = {
  only: v.optional(CardTypes),
  except: v.optional(CardTypes),
  /** The default of a card with several of them, the first before the others. */
  preferred_networks: v.optional(CardTypes),
  locale: Locale,
  service_code: v.optional(Presence, 'required'),
  cardholder_name: v.optional(Presence, 'required'),
};
export const CaptureRules = v.object(captureRules);
export type CaptureRules = v.InferOutput<typeof CaptureRules>;

/** Throws VaultError `bad_request` for options that contradict each other. */
export function checkRules({ only, except }: CaptureRules): void {
  if (only && except) throw new VaultError('bad_request', { only: ['excludes except'] });
}

/** Throws VaultError `validation_error` for a card type that the merchant does not accept. */
export function checkCard(
  card: Pick<CardToStore, 'brand' | 'chosenBrand' | 'cvc' | 'holderName'>,
  rules: CaptureRules,
): void {
  const brand = card.chosenBrand ?? card.brand;
  const code = presenceFlaw(card.cvc !== undefined, cvcPresence(brand, rules.service_code));
  const name = presenceFlaw(card.holderName !== undefined, rules.cardholder_name);
  const details = {
    ...(!isAccepted(brand, rules) && { card_number: ['is not accepted'] }),
    ...(code && { service_code: [code] }),
    ...(name && { cardholder_name: [name] }),
  };
  if (Object.keys(details).length > 0) throw new VaultError('validation_error', details);
}

const isAccepted = (brand: Brand, { only, except }: CaptureRules) =>
  only ? only.includes(brand) : !except?.includes(brand);

function presenceFlaw(isGiven: boolean, presence: Presence) {
  if (presence === 'required' && !isGiven) return 'is missing';
  return presence === 'hidden' && isGiven ? 'is not known' : undefined;
}
