import { type Configuration, firstProfileName } from '#merchants/accounts/merchant-account.ts';
import { linkConfigOf } from '#merchants/link-settings/link-settings.ts';
import { type Appearance, contrastOf } from '#vocabulary/appearance.ts';
import type { Payment } from '../payments/payment.ts';
import type { Creditor } from './debit-mandate.ts';

/**
 * The look of a page. Colours and addresses were checked, so they are safe in CSS, and in HTML once
 * escaped.
 */
export interface PageDesign {
  readonly seller: string | undefined;
  readonly logo: URL | undefined;
  /** Colours: `#` and hexadecimal digits. */
  readonly theme: string;
  /** The ground of the order, or of the page around a card; a neutral one where it is undefined. */
  readonly plane: string | undefined;
  readonly appearance: Appearance;
  /** Whether the merchant chose the appearance, so that all its colours were checked. */
  readonly isOwnAppearance: boolean;
  readonly image:
    | { readonly url: URL; readonly position: string; readonly size: string }
    | undefined;
  /** One column, or the order and the form side by side where the screen is wide enough. */
  readonly layout: 'layout1' | 'layout2';
  readonly formOnly: boolean;
  readonly whenReady: boolean;
  readonly paymentLayout: 'tabs' | 'accordion';
  /** Whether the saved cards of a known customer are shown. */
  readonly offersSaved: boolean;
  readonly buttonLabel: string | undefined;
  readonly formHeader: string | undefined;
  /** The text below the card form, if any; `usual` for our own text. */
  readonly terms: 'usual' | { readonly text: string } | undefined;
  readonly skipStatus: boolean;
  readonly branded: boolean;
  readonly details: readonly Detail[];
  /** The creditor of direct debits; absent on pages without payments. */
  readonly creditor?: Creditor;
}

interface Detail {
  readonly key: string;
  readonly value: string;
  readonly isKeyBold: boolean;
  readonly isValueBold: boolean;
}

const defaultTheme = '#212E46';

/** The design of this payment's page, from the payment's configuration and its profile's. */
export function designOf({ account, profiles }: Configuration, payment: Payment): PageDesign {
  const profile = profiles.find(({ id }) => id === payment.profileId);
  const config = linkConfigOf(profile?.settings ?? {}, payment.requestFields);
  const { background_image: image, show_card_terms: shown, appearance } = config;
  const { custom_message_for_card_terms: ownTerms } = config;
  const ownTheme = colour(config.theme);
  const theme = ownTheme ?? defaultTheme;
  const imageUrl = webAddress(image?.url);
  const seller = config.seller_name ?? shopName(account, profile, payment);
  return {
    seller: config.show_merchant_name === false ? undefined : seller,
    logo: webAddress(config.logo),
    theme,
    plane: colour(config.background_colour) ?? ownTheme,
    appearance: appearance ?? appearanceOf(config, theme),
    isOwnAppearance: appearance != null,
    image: imageUrl && {
      url: imageUrl,
      position: image?.position ?? 'center',
      // A size may be any CSS text; only these two words are supported.
      size: image?.size === 'contain' ? 'contain' : 'cover',
    },
    layout: config.details_layout ?? 'layout2',
    formOnly: config.display_sdk_only === true,
    whenReady: config.enable_button_only_on_form_ready === true,
    paymentLayout: config.sdk_layout === 'tabs' ? 'tabs' : 'accordion',
    offersSaved: config.enabled_saved_payment_method !== false,
    buttonLabel: config.payment_button_text ?? undefined,
    formHeader: config.payment_form_header_text ?? undefined,
    terms:
      shown === 'never'
        ? undefined
        : ownTerms
          ? { text: ownTerms }
          : shown === 'always'
            ? 'usual'
            : undefined,
    skipStatus: config.skip_status_screen === true,
    branded: config.branding_visibility !== false,
    details: (config.transaction_details ?? [])
      .map(({ key, value, ui_configuration: ui }) => ({
        key,
        value,
        place: ui?.position ?? 0,
        isKeyBold: ui?.is_key_bold === true,
        isValueBold: ui?.is_value_bold === true,
      }))
      .toSorted((one, other) => one.place - other.place),
    creditor: {
      name: config.debit_creditor?.name ?? seller,
      identifiers: {
        sepa: config.debit_creditor?.sepa_creditor_identifier ?? undefined,
        bacs: config.debit_creditor?.bacs_service_user_number ?? undefined,
        becs: config.debit_creditor?.becs_user_identifier ?? undefined,
      },
    },
  };
}

/** The look of a page of which only the name, the logo, the theme and the layout can be chosen. */
export function plainDesign({
  seller,
  logo,
  theme: stated,
  paymentLayout,
}: Pick<PageDesign, 'seller' | 'paymentLayout'> & {
  readonly logo: string | undefined;
  readonly theme: string | undefined;
}): PageDesign {
  const theme = colour(stated) ?? defaultTheme;
  return {
    seller,
    logo: webAddress(logo),
    theme,
    plane: colour(stated),
    appearance: appearanceOf({}, theme),
    isOwnAppearance: false,
    image: undefined,
    layout: 'layout2',
    formOnly: false,
    whenReady: false,
    paymentLayout,
    offersSaved: false,
    buttonLabel: undefined,
    formHeader: undefined,
    terms: undefined,
    skipStatus: false,
    branded: true,
    details: [],
  };
}

/** The look by the colours of its own that a link's configuration names, on a light page. */
function appearanceOf(config: ReturnType<typeof linkConfigOf>, theme: string): Appearance {
  const button = opaque(colour(config.payment_button_colour) ?? theme);
  const text = colour(config.payment_button_text_colour);
  return {
    theme: 'light',
    labels: config.payment_form_label_type === 'never' ? 'hidden' : 'above',
    variables: {
      color_primary: button,
      color_primary_text: text === undefined ? readableOn(button) : opaque(text),
    },
  };
}

/**
 * The name of a shop that states none for its pages: its profile's name. The name of the default
 * profile says nothing, so the host of its website is shown instead.
 */
export function shopName(
  { id, settings }: Configuration['account'],
  profile: Configuration['profiles'][number] | undefined,
  { requestFields: terms }: Pick<Payment, 'requestFields'>,
): string {
  const { merchant_name: merchantName } = settings;
  if (typeof merchantName === 'string' && merchantName !== '') return merchantName;
  if (profile && profile.name !== firstProfileName) return profile.name;
  const address = [terms, profile?.settings, settings].find((one) => one?.return_url)?.return_url;
  const host = typeof address === 'string' ? URL.parse(address)?.hostname : undefined;
  // The host may be a bare IP address, which is no name.
  return host !== undefined && /[a-z]/.test(host) && host.includes('.') ? host : id;
}

/** A colour as `#` and 3, 4, 6 or 8 hexadecimal digits, and nothing else. */
const colour = (value: string | null | undefined) =>
  value != null && /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) ? value : undefined;

/** An image address on the web, whose host a CSP can name. */
export function webAddress(value: string | null | undefined): URL | undefined {
  const url = URL.parse(value ?? '');
  return url?.protocol === 'https:' && /^[a-z0-9.-]+$/.test(url.hostname) ? url : undefined;
}

/** A colour without its opacity. */
export const opaque = (color: string) =>
  color.length > 7 ? color.slice(0, 7) : color.length === 5 ? color.slice(0, 4) : color;

/** Black or white, whichever has the higher contrast. */
export const readableOn = (background: string): '#000000' | '#ffffff' =>
  contrastOf(background, '#000000') > contrastOf(background, '#ffffff') ? '#000000' : '#ffffff';
