import type { Appearance } from '#vocabulary/appearance.ts';
import type { Brand } from '#vocabulary/card-networks/brands.ts';
import { brandOfNetwork } from '#vocabulary/card-networks/card-networks.ts';
import { type CardNetwork, cardNetworks } from '#vocabulary/payment-methods.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { VaultRequest } from '../cards/card-vault.ts';
import { defaultTokenSeconds, type SessionTokenStore } from '../credentials/session-tokens.ts';

export interface CardFormOnPage {
  /** The exact origin of the page that embeds the form. */
  readonly origin: string;
  /** Origins, or other CSP sources, of the pages that frame that page; without any, none may. */
  readonly ancestors: readonly string[];
  /** The language of the form: `de`. */
  readonly locale: string;
  readonly appearance: Appearance;
  /** The networks that the merchant states, in its order; empty where it states none. */
  readonly networks: readonly CardNetwork[];
  /** Whether the form takes only the service code of a saved card. */
  readonly onlyCode?: boolean;
}

/** Opens the vault's card form on pages of the switch. */
export interface CardForms {
  /**
   * The URL of a form that stores one card, or one service code, once, for `defaultTokenSeconds.card`. The URL has the
   * session token. Throws VaultError `service_unavailable`.
   */
  open(page: CardFormOnPage, request: VaultRequest): Promise<URL>;
}

interface CardFormServices {
  readonly tokens: Pick<SessionTokenStore, 'create'>;
  readonly audit: AuditTrail;
  /** The vault's URL for browsers, without a trailing slash. */
  readonly url: () => string;
}

export const cardForms = ({ tokens, audit, url }: CardFormServices): CardForms => ({
  async open({ origin, ancestors, locale, appearance, networks, onlyCode }, request) {
    const { tenant, now } = request;
    await audit.record({ ...request, type: 'session_token.created', result: 'allowed' });
    const { value } = await tokens.create({
      tenant,
      scope: 'card',
      origin,
      ...(ancestors.length > 0 && { ancestors }),
      ...(onlyCode && { onlyCode }),
      seconds: defaultTokenSeconds.card,
      now,
    });
    const address = new URL(`${url()}/api/v1/capture_form`);
    address.searchParams.set('session_token', value);
    address.searchParams.set('locale', locale);
    address.searchParams.set('cardholder_name', 'optional');
    address.searchParams.set('appearance', JSON.stringify(appearance));
    // The page states the network of a saved card.
    for (const [name, brands] of Object.entries(brandsOn(onlyCode ? [] : networks))) {
      if (brands.length > 0) address.searchParams.set(name, brands.join(','));
    }
    return address;
  },
});

/**
 * The default among the brands of a co-badged card, and the brands that are not taken: those that a
 * merchant who states networks leaves out. Brands without a name in the API are nowhere left out.
 */
function brandsOn(networks: readonly CardNetwork[]) {
  const leftOut = networks.length > 0 ? cardNetworks.filter((one) => !networks.includes(one)) : [];
  const brandsOf = (all: readonly CardNetwork[]): readonly Brand[] =>
    all.flatMap((network) => brandOfNetwork(network) ?? []);
  return { preferred_networks: brandsOf(networks), except: brandsOf(leftOut) };
}
