import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { CardServices } from '../card-services.ts';
import type { StoredCredential } from './stored-credential.ts';

/**
 * The credential with the operator's facts of its card's range, where a program of the merchant
 * compares them and the stored card lacks them. Other payments read nothing more.
 */
export async function withRangeForRules(
  credential: StoredCredential,
  { profiles, decisions }: Configuration,
  profileId: string,
  { cardRanges }: Pick<CardServices, 'cardRanges'>,
): Promise<StoredCredential> {
  const { card } = credential;
  const digits = card?.described.card_extended_bin ?? card?.described.card_isin;
  if (!card || !digits || knowsAll(card.described)) return credential;
  const active = profiles.find(({ id }) => id === profileId)?.activeRouting?.payment;
  const programs = [active?.algorithm, decisions?.three_ds?.program, decisions?.surcharge?.program];
  if (!programs.some((program) => program && comparesCards(program))) return credential;
  const range = await cardRanges.recent(digits);
  return range ? { ...credential, card: { ...card, range } } : credential;
}

const knowsAll = (described: NonNullable<StoredCredential['card']>['described']): boolean =>
  described.card_network !== null &&
  described.card_type !== null &&
  described.card_issuing_country !== null;

/**
 * Whether a program compares facts that follow from a card's range, or its costs depend on them.
 */
function comparesCards(program: Readonly<Record<string, unknown>>): boolean {
  const known = compared.get(program);
  if (known !== undefined) return known;
  const found = /"(card_network|card_type|issuer_country|least_cost)"/.test(
    JSON.stringify(program),
  );
  compared.set(program, found);
  return found;
}

const compared = new WeakMap<object, boolean>();
