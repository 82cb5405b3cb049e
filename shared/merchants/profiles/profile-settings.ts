import * as v from 'valibot';
import { Identifier, integer, pageUrl, text, url } from '#platform/schema.ts';
import { Country } from '#vocabulary/countries.ts';
import { orNull } from '#vocabulary/or-null.ts';

/** The 3-D Secure servers of the Hyperswitch v1 API. */
export const AuthenticationConnector = v.picklist([
  'threedsecureio',
  'netcetera',
  'gpayments',
  'ctp_mastercard',
  'unified_authentication_service',
  'juspaythreedsserver',
  'ctp_visa',
  'cardinal',
]);

/** The external 3-D Secure servers of the profile. */
export const AuthenticationConnectorDetails = v.object({
  authentication_connectors: v.array(AuthenticationConnector),
  three_ds_requestor_url: v.string(),
  three_ds_requestor_app_url: orNull(v.string()),
});

/** The same in a request. Stored settings may have an address from before these checks. */
export const StatedAuthenticationDetails = v.object({
  ...AuthenticationConnectorDetails.entries,
  three_ds_requestor_url: url(2_048),
  three_ds_requestor_app_url: orNull(pageUrl(2_048)),
});

const Guard = v.picklist(['enabled', 'disabled']);
const Threshold = integer(0, 2_147_483_647);

/** The thresholds that stop card testing (one attacker trying many cards). */
export const CardTestingGuardConfig = v.object({
  card_ip_blocking_status: Guard,
  card_ip_blocking_threshold: Threshold,
  guest_user_card_blocking_status: Guard,
  guest_user_card_blocking_threshold: Threshold,
  customer_id_blocking_status: Guard,
  customer_id_blocking_threshold: Threshold,
  guest_ip_blocking_status: v.nullish(Guard, 'disabled'),
  guest_ip_blocking_threshold: v.nullish(Threshold, 10),
  /** How often a customer's browser or app may try one payment. An addition to Hyperswitch v1. */
  client_attempt_threshold: v.nullish(integer(1, 1_000), 10),
  /** In seconds. */
  card_testing_guard_expiry: Threshold,
});
export type CardTestingGuardConfig = v.InferOutput<typeof CardTestingGuardConfig>;

/** How card data is encrypted so that only the merchant can read it, and how long it is stored. */
export const ExtendedCardInfoConfig = v.object({
  public_key: v.string(),
  /** In seconds. */
  ttl_in_secs: v.nullish(
    v.pipe(
      integer(0, 65_535),
      v.maxValue(7_200, 'ttl_in_secs must be less than or equal to 7200 (2hrs)'),
    ),
    900,
  ),
});

/** The external vault of a merchant that does not use ours. */
export const ExternalVaultConnectorDetails = v.object({
  vault_connector_id: Identifier,
  vault_sdk: orNull(v.picklist(['vgs_sdk', 'hyperswitch_sdk'])),
  vault_token_selector: orNull(
    v.array(
      v.object({
        token_type: orNull(
          v.picklist([
            'card_number',
            'card_cvc',
            'card_expiry_year',
            'card_expiry_month',
            'network_token',
            'network_token_expiry_year',
            'network_token_expiry_month',
            'network_token_cryptogram',
          ]),
        ),
      }),
    ),
  ),
});

const CardType = v.picklist(['credit', 'debit']);

/** Cards and wallets that the profile does not accept. */
export const PaymentMethodBlocking = v.object({
  card: orNull(
    v.object({
      issuing_country: orNull(v.array(Country)),
      card_types: orNull(v.array(CardType)),
      card_subtypes: orNull(v.array(text(64))),
      issuers: orNull(v.array(v.string())),
      block_if_bin_info_unavailable: orNull(v.boolean()),
    }),
  ),
  wallet: orNull(v.object({ card_types: orNull(v.array(CardType)) })),
});

export const SurchargeConnectorDetails = v.object({ surcharge_connector_id: orNull(Identifier) });

/** The merchant category code: four digits of ISO 18245. */
export const MerchantCategoryCode = v.pipe(
  v.string(),
  v.length(4, "Invalid MCC: MCC must be exactly 4 characters long (e.g., '0001')"),
  v.regex(/^\d{4}$/, 'Invalid MCC: MCC must be a number'),
);

/** In hours. */
export const DisputePollingInterval = v.pipe(
  v.number(),
  v.safeInteger('invalid type: floating point, expected integer'),
  v.minValue(0, 'DisputePollingIntervalInHours cannot be negative'),
  v.maxValue(24, 'DisputePollingIntervalInHours exceeds the maximum allowed value of 24'),
);
