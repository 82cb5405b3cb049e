import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { isSwitchError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import type { CardFormOnPage, CardForms } from '#vault/switch/card-forms.ts';
import { callVault, switchAuditContext } from '#vault/switch/from-switch.ts';
import type { Appearance } from '#vocabulary/appearance.ts';
import {
  type CardNetwork,
  cardNetworks,
  publishedCardNetworks,
} from '#vocabulary/payment-methods.ts';
import { availableForPayment } from '../payment-methods/available/available-methods.ts';
import type { MerchantListResponse } from '../payment-methods/available/merchant-list-operations.ts';
import { googlePaySessions } from '../payments/google-pay-sessions.ts';
import type { Payment } from '../payments/payment.ts';
import { atStatedPrice } from '../payments/stated-price.ts';
import type { ScoresStore } from '../routing/dynamic/scores-store.ts';
import { countsMethods, usedMethods } from '../routing/dynamic/used-methods.ts';
import type { CardFormBudget } from './card-form-budget.ts';
import { isTest } from './is-test.ts';
import { methodOrderOf } from './method-order.ts';
import { takesGooglePay } from './offered-methods.ts';
import type { PageDesign } from './page-design.ts';
import type { PayablePage, ShownPage } from './shown-page.ts';

export interface PayablePageServices {
  readonly secrets: MerchantSecrets;
  readonly cardForms: CardForms;
  readonly cardFormBudget: CardFormBudget;
  readonly scores: Pick<ScoresStore, 'read'>;
  marks(): PayablePage['marks'];
  readonly log: Log;
}

interface PageVisit {
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly now: Date;
}

/** The page that frames the card form, and the pages that may frame that page. */
type Framing = Pick<CardFormOnPage, 'origin' | 'ancestors'>;

/**
 * The page with the payment form. It opens the vault's forms, each with a session token of its own:
 * at most as many a minute as the payment may have.
 */
export async function payablePage(
  shown: Omit<PayablePage, 'methods' | 'marks' | 'order' | 'cardForm' | 'codeForm' | 'googlePay'>,
  { origin, ancestors }: Framing,
  configuration: Configuration,
  visit: PageVisit,
  services: PayablePageServices,
): Promise<PayablePage> {
  const { payment, design, locale } = shown;
  const methods = availableForPayment(payment, configuration);
  const embedding = {
    ...{ origin, ancestors, locale },
    appearance: formAppearance(design),
    networks: networksOf(methods),
  };
  // The page of a busy payment loses its card form for less than a minute, and keeps the others.
  const hasForm = takesCards(methods) && (await services.cardFormBudget.count(payment, visit.now));
  const open = (onlyCode: boolean) =>
    openCardForm(payment, { ...embedding, onlyCode }, visit, services);
  const mayHaveSaved = payment.customer?.id !== undefined && design.offersSaved;
  const profile = configuration.profiles.find(({ id }) => id === payment.profileId);
  const [cardForm, codeForm, googlePay, used] = await Promise.all([
    hasForm ? open(false) : undefined,
    hasForm && mayHaveSaved ? open(true) : undefined,
    takesGooglePay(methods) ? googlePaySessions(payment, configuration, services.secrets) : [],
    profile ? usedLately(profile, visit.now, services) : new Map<string, number>(),
  ]);
  return {
    ...shown,
    payment: atStatedPrice(payment),
    methods,
    marks: services.marks(),
    order: methodOrderOf(payment, configuration, visit.headers, used),
    cardForm,
    codeForm,
    googlePay,
  };
}

/** How often the profile's payers used each method; one read, of profiles that count that. */
async function usedLately(profile: Profile, now: Date, { scores, log }: PayablePageServices) {
  const { merchantId, id: profileId } = profile;
  if (!countsMethods(profile)) return new Map<string, number>();
  try {
    return usedMethods(profile, await scores.read(merchantId, profileId), now);
  } catch (error) {
    log.error('the use of methods not read', error, { merchantId, profileId });
    return new Map<string, number>();
  }
}

/** The facts of a page that follow from the merchant's configuration. */
export const configuredFacts = (
  configuration: Configuration,
  payment: Payment,
): Pick<ShownPage, 'mayCostMore' | 'isTest'> => ({
  mayCostMore: mayCostMore(configuration, payment),
  isTest: isTest(configuration, payment),
});

/** The look of the card form: that of the page, whose ground shows through. */
const formAppearance = ({ appearance, isOwnAppearance }: PageDesign): Appearance =>
  isOwnAppearance ? appearance : { theme: 'light', labels: appearance.labels };

const takesCards = ({ payment_methods }: MerchantListResponse): boolean =>
  payment_methods.some(({ payment_method }) => payment_method === 'card');

/**
 * The card networks that the accounts state, in their order. None for an account that takes every
 * method: it lists all networks, and prefers none of them.
 */
function networksOf({ payment_methods }: MerchantListResponse): readonly CardNetwork[] {
  const stated = payment_methods
    .flatMap(({ payment_method_types }) => payment_method_types)
    .flatMap(({ card_networks }) => card_networks ?? [])
    .flatMap(({ card_network }) => cardNetworks.find((one) => one === card_network) ?? []);
  const networks = [...new Set(stated)];
  return networks.join() === publishedCardNetworks.join() ? [] : networks;
}

/**
 * The vault's card form for this payment. Undefined where the vault does not answer: the payer then
 * still has the other methods, and may load the page again.
 */
async function openCardForm(
  { id, merchantId }: Payment,
  embedding: CardFormOnPage,
  visit: PageVisit,
  { cardForms, log }: PayablePageServices,
): Promise<URL | undefined> {
  const context = switchAuditContext(merchantId, visit, `payment ${id}`);
  try {
    return await callVault(() => cardForms.open(embedding, context));
  } catch (error) {
    if (!isSwitchError(error, 'temporarily_unavailable')) throw error;
    log.error('the vault opened no card form', error, { merchantId, paymentId: id });
    return undefined;
  }
}

const mayCostMore = ({ decisions }: Configuration, payment: Payment): boolean =>
  decisions?.surcharge !== undefined &&
  atStatedPrice(payment).requestFields.surcharge_details == null;
