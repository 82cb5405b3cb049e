import { ownMember } from '#platform/own-member.ts';

/** By the names of the API, and of the wallets, in small letters. */
const names: Readonly<Record<string, string>> = {
  americanexpress: 'American Express',
  amex: 'American Express',
  cartesbancaires: 'Cartes Bancaires',
  dinersclub: 'Diners Club',
  discover: 'Discover',
  eftposaustralia: 'eftpos',
  interac: 'Interac',
  mastercard: 'Mastercard',
  visa: 'Visa',
};

/**
 * The name of a card network on its cards. The API writes names of two words as one, Google Pay in
 * capitals, and Apple Pay in its own way: `MasterCard`.
 */
export const networkName = (network: string): string =>
  ownMember(names, network.toLowerCase()) ?? network;
