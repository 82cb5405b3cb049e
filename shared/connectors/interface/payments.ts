import type { NextAction } from '#vocabulary/next-action.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { Card } from './card.ts';
import type { ConnectorError, ConnectorMetadata } from './exchange.ts';
import type { Order } from './order.ts';
import type { AuthenticationData } from './three-ds.ts';

export type CaptureMethod =
  | 'automatic'
  | 'sequential_automatic'
  | 'manual'
  | 'manual_multiple'
  | 'scheduled';

/** The identifiers of a payment at the processor, and the amount that we expect. */
export interface Reference {
  /** Our attempt's id. The processor accepts it once, so a repeated request is the same request. */
  readonly reference: string;
  /** The connector name in the merchant's account; one adapter may serve several names. */
  readonly connectorName: string;
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly captureMethod: CaptureMethod;
  /** Another possible amount: the total of an increment without an answer yet, in minor units. */
  readonly incrementedMinor?: number;
  /** The processor's own id of the payment, once known. */
  readonly connectorTransactionId?: string;
  /**
   * Whether the merchant named the transaction, by any id that the processor takes: an answer about
   * it may have another id.
   */
  readonly isNamedByMerchant?: boolean;
  /** The adapter's data of an earlier exchange; see `ReportedPayment`. */
  readonly connectorMetadata?: ConnectorMetadata;
  /** The merchant's reason for cancelling the payment, once a void was asked for. */
  readonly cancellationReason?: string;
  /** Whether the payment verifies a payment source and charges nothing. */
  readonly isVerification?: boolean;
}

/** The payment source as a processor gets it. It lives in memory only: never log it. */
export type PaymentSource =
  | { readonly kind: 'card'; readonly card: Card }
  /** Any other payment method, also a Click to Pay card, with its data in the words of the API. */
  | {
      readonly kind: 'payment_method';
      readonly method: PaymentMethod;
      readonly type: PaymentMethodType;
      /** The shape of the data, such as `klarna_redirect`; absent for data without a shape. */
      readonly shape?: string;
      readonly data: Readonly<Record<string, unknown>>;
    }
  /** The connector mandate that the processor has stored since an earlier payment. */
  | {
      readonly kind: 'connector_mandate';
      readonly connectorMandateId: string;
      /** The mandate's payment method, as far as we know: `card`, or a payment method's name. */
      readonly method?: PaymentMethod;
    };

export interface Authorization extends Reference {
  readonly source: PaymentSource;
  readonly order: Order;
  /** The URL to which the processor redirects the customer after a challenge. */
  readonly returnUrl?: string;
  /** The same where the adapter has `complete`, which gets the redirect return. */
  readonly completeUrl?: string;
  /** The URL for the processor's webhooks about the payment. */
  readonly notificationUrl?: string;
  /**
   * Whether the processor should store the payment source for later payments, with or without the
   * customer.
   */
  readonly futureUsage?: 'on_session' | 'off_session';
  /**
   * The card network's id of an earlier payment, with which the card is charged in its customer's
   * absence.
   */
  readonly networkTransactionId?: string;
  /** Whether the authorization should allow increments. */
  readonly incrementalAuthorization?: boolean;
  /** Whether the authorization should be valid for longer than usual. */
  readonly extendedAuthorization?: boolean;
  /** The data of an external authentication of the customer. It lives in memory only. */
  readonly authenticationData?: AuthenticationData;
}

/** A redirect return from the processor. Never believed, only passed on. */
export interface Completion extends Reference {
  /** The parameters of the URL, 8 KB at most. */
  readonly query: Readonly<Record<string, string>>;
  /** The fields of a posted form, 32 KB at most; empty when the browser came by GET. */
  readonly form: Readonly<Record<string, string>>;
  readonly order: Order;
  /** As in `Authorization`. */
  readonly futureUsage?: 'on_session' | 'off_session';
  /** The URL to which the processor redirects the customer after a further challenge. */
  readonly completeUrl?: string;
  /** The card without its cvc, where the connector `completesWithCard`. */
  readonly card?: Card;
}

/** A processor's report of a payment beside its result. Absent members were not reported. */
export interface ReportedPayment {
  readonly connectorTransactionId?: string;
  /**
   * The adapter's data for later exchanges. They replace the stored data; absent: the stored data
   * stay.
   */
  readonly connectorMetadata?: ConnectorMetadata;
  /** The processor's own id of the customer. */
  readonly connectorCustomerId?: string;
  /** As the answer to a capture: the processor's id of the capture. */
  readonly connectorCaptureId?: string;
  /** The processor's reference for its support and reports. */
  readonly connectorReference?: string;
  /** The processor's id of the connector mandate, with which it can be charged again. */
  readonly connectorMandateId?: string;
  /** The card network's id of the payment. */
  readonly networkTransactionId?: string;
  /** The issuer's checks of the customer's address and the cvc. */
  readonly paymentChecks?: PaymentChecks;
  /** The amount as the processor processed it, in minor units. */
  readonly amountMinor?: number;
  readonly currency?: string;
  /** The captures that the processor has recorded, if it lists them. */
  readonly captures?: readonly CapturedPart[];
  /**
   * As the outcome of a sync: how far the processor may be behind, in seconds. A change that it
   * does not report is not given up for so much longer. Absent: it reports every change at once.
   */
  readonly lagSeconds?: number;
  /** Whether the authorized amount can be raised. */
  readonly incrementAllowed?: boolean;
  /** When the authorization expires, ISO 8601. */
  readonly captureBefore?: string;
  /** Whether the authorization is valid for longer than usual. */
  readonly extended?: boolean;
}

/** Results of checks by their names, in the processor's own words; `null` where it has none. */
type PaymentChecks = Readonly<
  Record<string, string | null | Readonly<Record<string, string | null>>>
>;

/** A capture of an authorization, or of a part of it. */
export interface Capture extends Reference {
  /** Our capture's id. The processor accepts it once. */
  readonly captureReference: string;
  /** From 1, in the order in which they were requested. */
  readonly captureNumber: number;
  /** Whether nothing is to be captured after it. */
  readonly isFinal: boolean;
  /** The amount of this capture, in minor units; `amountMinor` is the authorized amount. */
  readonly captureMinor: number;
}

/** An increment; `amountMinor` is the amount authorized before. */
export interface Increment extends Reference {
  /** Our id of the increment. The processor accepts it once. */
  readonly incrementReference: string;
  /** The new total, in minor units. */
  readonly totalMinor: number;
}

/** One capture that the processor has recorded, found by our number of it or by the processor's. */
export interface CapturedPart {
  /** The number under which the processor got the capture, where it repeats it. */
  readonly reference?: string;
  readonly connectorCaptureId?: string;
  readonly amountMinor: number;
  readonly status: 'charged' | 'pending' | 'failed';
}

type Challenge =
  | Only<{ readonly redirectUrl: string }>
  | Only<{ readonly redirectForm: RedirectForm }>
  | Only<{ readonly deviceForm: DeviceForm }>
  | Only<{ readonly nextAction: NextAction }>;

/** A challenge of one kind, without the members of the others. */
type Only<Kind> = Kind & {
  readonly [Other in Exclude<
    'redirectUrl' | 'redirectForm' | 'deviceForm' | 'nextAction',
    keyof Kind
  >]?: undefined;
};

/** A form that the customer's browser posts to the processor or the bank. */
interface RedirectForm {
  /** Absolute, http or https. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * A form that a hidden frame of our own page posts, so that the processor or the bank describes the
 * customer's device. The page waits for the frame's message `profile.completed`, ten seconds at
 * most, and goes on to `completeUrl` by itself, with the query parameter `step=device`. Only for a
 * connector with `complete`, which must also go on where the device was not described.
 */
interface DeviceForm extends RedirectForm {
  /**
   * The member of the message whose text, of 64 letters, digits, `-` and `_` at most, comes back as
   * the query parameter of the same name; absent: none does.
   */
  readonly brings?: string;
}

/**
 * The outcome of a payment. Only `declined` and `not_sent` mean for certain that no money moved, so
 * only after these may another processor be tried.
 */
export type PaymentOutcome =
  /**
   * Charged. `capturedMinor` is the total captured, if the processor states it. As the outcome of a
   * capture: that capture was made, and `capturedMinor` is its amount.
   */
  | ({ readonly result: 'captured'; readonly capturedMinor?: number } & ReportedPayment)
  /** Authorized, waiting for a capture; `authorizedMinor` is set when it is less than requested. */
  | ({ readonly result: 'authorized'; readonly authorizedMinor?: number } & ReportedPayment)
  /** The authorization, or the rest of it, was released. */
  | ({ readonly result: 'voided' } & ReportedPayment)
  /** The captured money was given back before it was settled. */
  | ({ readonly result: 'voided_after_capture' } & ReportedPayment)
  /** The authorization has expired and cannot be captured any more. */
  | ({ readonly result: 'expired' } & ReportedPayment)
  /**
   * Authorized or charged, and the processor's own review holds it: it may still decline. A person
   * decides, at the processor or by `approve` and `reject`.
   */
  | ({ readonly result: 'held' } & ReportedPayment)
  /**
   * The customer has to act first: at this URL, by this form, or by the display data; or the
   * customer's device has to be described first.
   */
  | ({ readonly result: 'challenged' } & Challenge & ReportedPayment)
  /**
   * The processor has accepted it and has not decided; `attemptStatus` is the step that it reached.
   */
  | ({
      readonly result: 'pending';
      readonly attemptStatus?: 'authorizing' | 'authentication_successful';
      /**
       * Whether the customer has completed the challenge, and the processor charges once it is
       * asked to finish: `complete` then needs no redirect return.
       */
      readonly awaitsCompletion?: true;
    } & ReportedPayment)
  /**
   * A definite refusal; `attemptStatus` is the step that failed, where the processor reports it. An
   * abandoned challenge has neither code nor message.
   */
  | ({
      readonly result: 'declined';
      readonly attemptStatus?: 'authentication_failed' | 'authorization_failed' | 'capture_failed';
    } & ConnectorError &
      ReportedPayment)
  /**
   * The answer has another amount or currency than the request; `fields` is a comma-separated list.
   */
  | ({ readonly result: 'integrity_mismatch'; readonly fields: string } & ReportedPayment)
  /** No answer, or none that we can trust: the payment may have happened. Sync again. */
  | ({ readonly result: 'unknown' } & ConnectorError & ReportedPayment)
  /** The processor processed nothing of the request. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & ConnectorError)
  /** The processor does not know the payment. Only the outcome of a sync. */
  | { readonly result: 'not_found' };
