import { ownMember } from '#platform/own-member.ts';

const names: Readonly<Record<string, string>> = {
  AmericanExpress: 'American Express',
  CartesBancaires: 'Cartes Bancaires',
  DinersClub: 'Diners Club',
};

/** The name of a card network on its cards. The API writes names of two words as one. */
export const networkName = (network: string): string => ownMember(names, network) ?? network;
