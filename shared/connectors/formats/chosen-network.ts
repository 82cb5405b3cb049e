import type { CardNetwork } from '#vocabulary/payment-methods.ts';
import type { Card } from '../interface/card.ts';

/** Networks of one country, which no card has alone: a request that states one has chosen it. */
const local: ReadonlySet<CardNetwork> = new Set<CardNetwork>([
  'CartesBancaires',
  'Bancontact',
  'Dankort',
  'EftposAustralia',
]);

/**
 * The network that was chosen among several of a card (Regulation (EU) 2015/751, article 8(6)).
 * Undefined for a card with one network, which processors find by its number.
 */
export const chosenNetwork = ({ network, isCoBadged }: Card): CardNetwork | undefined =>
  network && (isCoBadged || local.has(network)) ? network : undefined;
