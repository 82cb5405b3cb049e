import { sessionTokens } from '../credentials/session-tokens.ts';
import { liveVault, vaultUrl } from '../live-vault.ts';
import { type CardForms, cardForms } from './card-forms.ts';

/** The card forms for deployed functions of the switch. */
export const liveCardForms = (): CardForms =>
  cardForms({
    tokens: sessionTokens(() => liveVault().table('credentials')),
    audit: { record: (event) => liveVault().audit.record(event) },
    url: vaultUrl,
  });
