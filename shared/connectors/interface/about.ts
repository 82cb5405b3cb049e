import type { PayerFieldName } from '#vocabulary/payer-fields.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { CurrencyTable } from './currency-table.ts';
import type { Credentials } from './exchange.ts';
import type { CaptureMethod } from './payments.ts';
import type { PayeeNeed, PayoutTarget } from './payouts.ts';

/**
 * A processor's abilities, as data. Routing, eligibility, lists, checks of ability, the feature
 * matrix and the documents read only this: the adapter's behaviour is loaded when an account is
 * asked.
 */
export interface About {
  /** The name that merchants write in `connector_name`. */
  readonly name: string;
  readonly displayName: string;
  /** The name in the refusal of a payment method, where Hyperswitch writes it with a capital. */
  readonly nameInRefusals?: string;
  /** One sentence for the feature matrix. */
  readonly description: string;
  /**
   * The version of this interface that it is written for: `version.ts`. Stated by a company's own
   * connectors; the build refuses another one. Ours are always of the current version.
   */
  readonly interfaceVersion?: number;
  /** The version of the processor's API; stated by each connector with addresses. */
  readonly api?: ApiVersion;
  /** The forms of credentials that it takes. */
  readonly credentials: readonly Credentials['auth_type'][];
  /**
   * How credentials begin that are for real money, such as `sk_live_`. A stage that is not
   * production refuses them. Absent where a credential does not show it.
   */
  readonly liveCredentials?: RegExp;
  /**
   * Base URLs by name, with their final slash; `api` is the main one. `{endpoint_prefix}` stands
   * for that member of the account's metadata. Absent for the processor that the deployment brings
   * along.
   */
  readonly addresses?: Readonly<Record<string, BaseUrls>>;
  /** Which currencies it takes and how it counts them; absent: all, as we count them. */
  readonly currencies?: CurrencyTable;
  /** The payment methods that it takes. */
  readonly methods: readonly MethodAbility[];
  /** The destinations that it pays to; absent: every one, where it has the feature `payout`. */
  readonly payouts?: readonly PayoutAbility[];
  /** The optional operations that it has. */
  readonly features: readonly Feature[];
  /** The kinds of objects that its webhooks report; empty when it sends none. */
  readonly webhooks: readonly WebhookClass[];
  /**
   * How its webhooks name their objects. `reference`, the default: always by our reference.
   * `connector id`: at times only by the processor's id, so that these ids are indexed.
   */
  readonly webhookSubjects?: 'reference' | 'connector id';
  /**
   * The kinds of objects whose id the processor may replace; absent: none. Otherwise an answer with
   * another id than the known one is about another object, and is not believed. A webhook renames a
   * payment only while the customer or the processor has still to act.
   */
  readonly renames?: readonly ('payment' | 'refund')[];
  /**
   * Whether a webhook that cannot be verified is refused with 401. Otherwise it makes us ask the
   * processor; disputes and mandates are refused all the same.
   */
  readonly isVerificationRequired?: boolean;
  /**
   * Whether the merchant enters the secret of webhooks all the same where the switch registers
   * their URL, because the processor does not return it.
   */
  readonly isWebhookSecretEntered?: boolean;
  /**
   * Whether the switch chooses the secret of webhooks when it registers their URL. The secret is
   * stored before the processor is asked, so a repeat after a lost answer states the same one.
   */
  readonly isWebhookSecretChosen?: boolean;
  /** Whether the bytes of evidence files go with the evidence, and are not uploaded before. */
  readonly takesEvidenceBytes?: boolean;
  /**
   * Whether it charges a card without the customer by the card network's id of another processor's
   * payment.
   */
  readonly takesNetworkTransactionId?: boolean;
  /** How a payment is found whose answer was lost. */
  readonly lookup: Lookup;
  /**
   * Why a payment can be given up while its customer has still to act: `void` ends it at once
   * (`voided`), or the processor takes no money before `complete` asks for it (`uncompleted`).
   * Absent: it cannot, because the customer may still pay it.
   */
  readonly givenUp?: 'voided' | 'uncompleted';
  /**
   * Whether `complete` wants the card again: it waits in the vault, without its cvc, while the
   * customer is challenged. Nothing may be charged before `complete` then.
   */
  readonly completesWithCard?: true;
  /** The processor's checks of the card and its holder, reported as `payment_checks`. */
  readonly checks?: readonly ('avs' | 'cvv')[];
  /** Whether it takes the data of an authentication by a server outside of it. */
  readonly externalThreeDs?: true;
  /** How much of an order's data it passes to the card networks, where the profile wants that. */
  readonly levelData?: 'level 2' | 'level 3';
  /** How long an accepted change may stay pending, in words, where that is longer than minutes. */
  readonly waits?: { readonly refund?: string; readonly capture?: string };
  /**
   * How far it is tried, in the words of the feature matrix: `live` with real money, `sandbox` or
   * `beta` wholly or partly at the processor's test host. Absent: `alpha`, only against recorded
   * exchanges.
   */
  readonly integrationStatus?: 'live' | 'sandbox' | 'beta';
  /** Public description of the API, for engineers. */
  readonly documentation?: string;
}

interface ApiVersion {
  /** As the processor names it, such as `v71`; `unversioned` where it names none. */
  readonly version: string;
  /** The day on which the adapter was last held against its pages: `2026-12-01`. */
  readonly readOn: string;
  /** The day on which the processor ends this version, where it has announced one. */
  readonly endsOn?: string;
}

interface BaseUrls {
  readonly test: string;
  readonly live: string;
}

/** How a processor supports one payment method. */
export interface MethodAbility {
  readonly method: PaymentMethod;
  readonly type: PaymentMethodType;
  /** The shapes of the method's data that it reads; '' for data without a shape. Not for cards. */
  readonly variants?: readonly string[];
  readonly captureMethods: readonly CaptureMethod[];
  readonly refunds: boolean;
  readonly mandates: boolean;
  /** Whether the connector itself can have the customer authenticated. Of cards. */
  readonly threeDs?: boolean;
  /** Whether an order by mail or telephone can be marked as one; absent: yes. Of cards. */
  readonly mailOrders?: boolean;
  /** Card networks in the words of the API; absent: all, or no cards. */
  readonly networks?: readonly string[];
  /** ISO 4217; absent: every currency. */
  readonly currencies?: readonly string[];
  /** ISO 3166-1 alpha-2 of the billing address; absent: every country. */
  readonly countries?: readonly string[];
  /** What its payer has to be asked for, beside the fields that the method has everywhere. */
  readonly payerFields?: readonly PayerFieldName[];
}

/** How a processor pays to destinations of some kinds. */
export interface PayoutAbility {
  readonly to: readonly PayoutTarget[];
  /** ISO 4217; absent: every currency. */
  readonly currencies?: readonly string[];
  /** ISO 3166-1 alpha-2 of the recipient's address; absent: every country. */
  readonly countries?: readonly string[];
  /** Card networks in the words of the API; absent: all, or no cards. */
  readonly networks?: readonly string[];
  /** What has to be known of the recipient. */
  readonly needs?: readonly PayeeNeed[];
}

/** Operations that only some processors have: members of `Connector`. */
export type Feature = PaymentFeature | PayoutFeature | DisputeFeature | SetupFeature;

export type PaymentFeature =
  | 'complete'
  | 'verify'
  | 'revokeMandate'
  | 'capture'
  | 'syncCapture'
  | 'void'
  | 'voidCaptured'
  | 'increment'
  | 'extend'
  | 'refund'
  | 'syncRefund';
export type PayoutFeature = 'payout' | 'fulfillPayout' | 'cancelPayout';
export type DisputeFeature =
  | 'acceptDispute'
  | 'submitEvidence'
  | 'syncDispute'
  | 'listDisputes'
  | 'uploadEvidenceFile';
type SetupFeature = 'openWalletSession' | 'registerWebhook' | 'checkCredentials';

type WebhookClass = 'payments' | 'refunds' | 'disputes' | 'mandates' | 'payouts';

/**
 * How a payment is found whose answer was lost, so that we do not have the processor's id:
 * `reference`: by our reference, at once, and "not found" means that it does not exist; `search`:
 * by a search that may lag so many seconds behind; `kept`: by the processor's id, which every
 * authorization returns (`NextStep.keep`) before the step that moves money, so that no money has
 * moved without it; `none`: not at all.
 *
 * Only with `reference` and `kept` does a payment fail because the processor does not know it. Any
 * other waits for a webhook or a person.
 */
type Lookup =
  | { readonly by: 'reference' }
  | { readonly by: 'kept' }
  | { readonly by: 'search'; readonly lagSeconds: number }
  | { readonly by: 'none' };
