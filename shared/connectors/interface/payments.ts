import type { NextAction } from '../../payments/next-action.ts';
import type { PaymentMethod, PaymentMethodType } from '../../vocabulary/payment-methods.ts';
import type { Card } from './card.ts';
import type { ConnectorError } from './exchange.ts';
import type { AuthenticationData } from './three-ds.ts';

type CaptureMethod =
  | 'automatic'
  | 'sequential_automatic'
  | 'manual'
  | 'manual_multiple'
  | 'scheduled';

/** What names a payment at the processor, and what we believe it to be worth. */
export interface Reference {
  /** Our attempt's id. The processor takes it once only, so asking again is asking the same thing. */
  readonly reference: string;
  /** As the merchant's account names it; one adapter may stand for several names. */
  readonly connectorName: string;
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly captureMethod: CaptureMethod;
  /** What it may be worth as well: we asked for this total, in minor units, and have not heard. */
  readonly incrementedMinor?: number;
  /** The processor's own id of the payment, once known. */
  readonly connectorTransactionId?: string;
}

/** What the customer pays with, as a processor gets it. It lives in memory only: never log it. */
export type PaymentSource =
  | { readonly kind: 'card'; readonly card: Card }
  /** Anything else, a card of Click to Pay too, with what was said of it in the words of the API. */
  | {
      readonly kind: 'payment_method';
      readonly method: PaymentMethod;
      readonly type: PaymentMethodType;
      /** The shape that was sent, such as `klarna_redirect`; absent where none is needed. */
      readonly shape?: string;
      readonly data: Readonly<Record<string, unknown>>;
    }
  /** What the processor keeps for the merchant since an earlier payment. */
  | { readonly kind: 'connector_mandate'; readonly connectorMandateId: string };

export interface Authorization extends Reference {
  readonly source: PaymentSource;
  /** Where the processor sends the customer back to after a challenge. */
  readonly returnUrl?: string;
  /** Where the processor may tell us by itself what becomes of the payment. */
  readonly notificationUrl?: string;
  /**
   * Whether the processor should store the payment source for later payments, with or without the
   * customer.
   */
  readonly futureUsage?: 'on_session' | 'off_session';
  /** The card network's name for an earlier payment, by which the card is charged without its customer. */
  readonly networkTransactionId?: string;
  /** Whether the reservation should be one that can be raised later. */
  readonly incrementalAuthorization?: boolean;
  /** Whether the reservation should be kept for longer than usual. */
  readonly extendedAuthorization?: boolean;
  /** That others have authenticated the customer. Lives in memory only. */
  readonly authenticationData?: AuthenticationData;
}

/** What a processor reports of a payment beside its result. Absent members were not reported. */
export interface ReportedPayment {
  readonly connectorTransactionId?: string;
  /** Its reference for its own support and reports. */
  readonly connectorReference?: string;
  /** The processor's id of the connector mandate, with which it can be charged again. */
  readonly connectorMandateId?: string;
  /** The card network's name for the payment. */
  readonly networkTransactionId?: string;
  /** The amount as the processor understood it, in minor units. */
  readonly amountMinor?: number;
  readonly currency?: string;
  /** The captures in the processor's books, where it lists them. */
  readonly captures?: readonly CapturedPart[];
  /** Whether what is reserved can be raised. */
  readonly incrementAllowed?: boolean;
  /** Until when what is reserved is kept, ISO 8601. */
  readonly captureBefore?: string;
  /** Whether that is longer than usual. */
  readonly extended?: boolean;
}

/** A part of what was authorized, to be taken now. */
export interface Capture extends Reference {
  /** Our capture's id. The processor takes it once only. */
  readonly captureReference: string;
  /** What is captured now, in minor units; `amountMinor` is what was authorized. */
  readonly captureMinor: number;
}

/** More to be reserved; `amountMinor` is what was authorized before. */
export interface Increment extends Reference {
  /** Our name for it. The processor takes it once only. */
  readonly incrementReference: string;
  /** The new total, in minor units. */
  readonly totalMinor: number;
}

/** One capture as the processor's books have it. */
export interface CapturedPart {
  /** Our capture's id. */
  readonly reference: string;
  readonly connectorCaptureId?: string;
  readonly amountMinor: number;
  readonly status: 'charged' | 'pending' | 'failed';
}

/**
 * What became of a payment. Only `declined` and `not_sent` say for certain that no money moved, so
 * only after these may another processor be asked.
 */
export type PaymentOutcome =
  /**
   * Charged; `capturedMinor` when the processor says how much of it in all. As the outcome of a
   * capture: this capture was, and `capturedMinor` is its amount.
   */
  | ({ readonly result: 'captured'; readonly capturedMinor?: number } & ReportedPayment)
  /** Reserved, waiting for a capture; `authorizedMinor` when it is less than was asked for. */
  | ({ readonly result: 'authorized'; readonly authorizedMinor?: number } & ReportedPayment)
  /** What was authorized, or all that was left of it, has been given back. */
  | ({ readonly result: 'voided' } & ReportedPayment)
  /** What had been captured was given back before it was settled. */
  | ({ readonly result: 'voided_after_capture' } & ReportedPayment)
  /** The authorization has expired and cannot be captured any more. */
  | ({ readonly result: 'expired' } & ReportedPayment)
  /** The customer has to act first: at this address, or as they are shown. */
  | ({ readonly result: 'challenged' } & (
      | { readonly redirectUrl: string; readonly nextAction?: undefined }
      | { readonly nextAction: NextAction; readonly redirectUrl?: undefined }
    ) &
      ReportedPayment)
  /** The processor has it and has not decided. */
  | ({ readonly result: 'pending' } & ReportedPayment)
  /** A definite no. A customer who gives up a challenge leaves neither code nor message. */
  | ({ readonly result: 'declined' } & ConnectorError & ReportedPayment)
  /** The answer is about another amount or currency than we asked; `fields` is a comma-separated list. */
  | ({ readonly result: 'integrity_mismatch'; readonly fields: string } & ReportedPayment)
  /** No answer, or none that we can trust: it may have happened. Ask again. */
  | ({ readonly result: 'unknown' } & ConnectorError & ReportedPayment)
  /** Nothing of the request was taken by the processor. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & ConnectorError)
  /** The processor has never heard of the payment. Only ever the outcome of a sync. */
  | { readonly result: 'not_found' };
