import * as v from 'valibot';
import { maxCharacters } from '#platform/characters.ts';

/** Converts a selected text into the value of a card's field. */
export type Transformation = (text: string) => string;

/**
 * `substring:0,2` takes a start and a length, both clamped to the text; `pad:2` puts zeros in
 * front. Undefined for any other text.
 */
export function transformationOf(text: string): Transformation | undefined {
  const cut = /^substring:(\d{1,4}),(\d{1,4})$/.exec(text);
  if (cut) {
    const start = Number(cut[1]);
    return (given) => given.slice(start, start + Number(cut[2]));
  }
  const pad = /^pad:(\d{1,2})$/.exec(text);
  if (pad) return (given) => given.padStart(Number(pad[1]), '0');
  if (text === 'digits') return (given) => given.replaceAll(/\D/g, '');
  if (text === 'trim') return (given) => given.trim();
  return undefined;
}

const Selector = v.pipe(v.string(), v.minLength(1), maxCharacters(256));
const Selected = v.strictObject({ selector: Selector });
const Field = v.strictObject({
  selector: Selector,
  transformation: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => transformationOf(text) !== undefined, 'is not known'),
    ),
  ),
});

/** A name that is valid for an XML element and for a JSON member. */
const NodeName = v.pipe(v.string(), v.regex(/^(?!__proto__$)[A-Za-z_][\w.-]{0,63}$/));

const Placement = v.variant('type', [
  v.strictObject({ type: v.literal('headers') }),
  v.pipe(
    v.strictObject({
      type: v.literal('card_node'),
      card_token_node: v.optional(NodeName),
      /** An alias of the same field. */
      node: v.optional(NodeName),
      error_node: v.optional(NodeName, 'vault_error'),
      warning_node: v.optional(NodeName, 'vault_warning'),
    }),
    v.check(
      ({ card_token_node, node }) =>
        (card_token_node ?? node) !== undefined &&
        (card_token_node ?? node) === (node ?? card_token_node),
      'must name one node for the token',
    ),
    v.check(({ card_token_node, node, error_node, warning_node }) => {
      return new Set([card_token_node ?? node, error_node, warning_node]).size === 3;
    }, 'must name three different nodes'),
  ),
]);

export const cardFields = [
  'card_number',
  'cardholder_name',
  'expiration_month',
  'expiration_year',
  'service_code',
] as const;
/** A field of a card that a profile looks for. */
export type CardField = (typeof cardFields)[number];

/** Where messages have cards, and where their tokens go. `checkSelectors` parses the selectors. */
export const ProfileBody = v.strictObject({
  type: v.picklist(['json', 'xml']),
  schema: v.strictObject({ message_node: Selected, card_node: Selected }),
  card_token_placement: Placement,
  card_node: v.strictObject({
    card_number: Field,
    cardholder_name: v.optional(Field),
    expiration_month: Field,
    expiration_year: Field,
    service_code: v.optional(Field),
  }),
});
export type ProfileBody = v.InferOutput<typeof ProfileBody>;

/** A name of characters that a URL does not encode. */
const ProfileName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/, 'must be 1 to 64 of A-Z a-z 0-9 . _ ~ -'),
  // The name appears in the audit trail.
  v.check((name) => !/(\d[._~-]?){12}/.test(name), 'looks like a card number'),
);

/** A tenant's request for a profile. */
export const NewProfile = v.strictObject({ name: ProfileName, profile: ProfileBody });
export type NewProfile = v.InferOutput<typeof NewProfile>;

/** A stored tokenization profile. */
export const Profile = v.looseObject({
  tenant: v.string(),
  /** UUID v4. */
  id: v.string(),
  /** Unique for the tenant. */
  name: v.string(),
  profile: ProfileBody,
  createdAt: v.string(),
  updatedAt: v.string(),
  version: v.number(),
});
export type Profile = v.InferOutput<typeof Profile>;

/** The most messages that one answer may have, and the most cards. */
export const maxMessages = 1_000;
