import type { EvidenceType } from '../disputes/evidence.ts';
import type { DisputeStage, DisputeStatus } from '../disputes/statuses.ts';
import type { NextAction } from '../payments/next-action.ts';
import type { PaymentMethod, PaymentMethodType } from '../vocabulary/payment-methods.ts';
import type { ProofOfCustomer } from './authentication.ts';
import type { MandateReference, RevocationOutcome } from './kept-credentials.ts';

/**
 * What a processor can be asked. Everything here and in a processor's folder is data in, data out;
 * `connectors.ts` alone talks to the network.
 */
export interface Connector {
  /** As merchants write it in `connector_name`. */
  readonly name: string;
  /** Charges or reserves the customer's money. */
  readonly authorize: Exchange<Authorization, PaymentOutcome>;
  /**
   * Finds out whether the customer's means could be charged, and keeps them: `captured`, and nothing,
   * when they could. Asked after like a payment.
   */
  readonly verify?: Exchange<Authorization, PaymentOutcome>;
  /** Forgets what it keeps. */
  readonly revokeMandate?: Exchange<MandateReference, RevocationOutcome>;
  /** Asks what became of a payment. Changes nothing, so it may be asked at any time. */
  readonly sync: Exchange<Reference, PaymentOutcome>;
  /** Takes what was authorized, or a part of it. */
  readonly capture?: Exchange<Capture, PaymentOutcome>;
  /** Gives back what was authorized and not captured. */
  readonly void?: Exchange<Reference, PaymentOutcome>;
  /** Gives back what was captured and not settled yet. */
  readonly voidCaptured?: Exchange<Reference, PaymentOutcome>;
  /** Reserves more than was authorized, up to a new total. */
  readonly increment?: Exchange<Increment, PaymentOutcome>;
  /** Keeps what is reserved for longer. Asking again is asking for the same. */
  readonly extend?: Exchange<Reference, PaymentOutcome>;
  readonly refund?: Exchange<RefundReference, RefundOutcome>;
  /** Asks what became of a refund. Changes nothing. */
  readonly syncRefund?: Exchange<RefundReference, RefundOutcome>;
  /** Tells the processor of money for somebody, and has it paid at once where that is wanted. */
  readonly payout?: Exchange<PayoutInstruction, PayoutOutcome>;
  /** Has a payout paid that the processor knows of. */
  readonly fulfillPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Asks what became of a payout. Changes nothing. */
  readonly syncPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Gives up a payout that was not paid. */
  readonly cancelPayout?: Exchange<PayoutReference, PayoutOutcome>;
  /** Gives in to a dispute. Asking again is asking for the same. */
  readonly acceptDispute?: Exchange<DisputeReference, DisputeOutcome>;
  /** Shows what speaks against a dispute. */
  readonly submitEvidence?: Exchange<DisputeDefence, DisputeOutcome>;
  /** Asks how a dispute stands. Changes nothing. */
  readonly syncDispute?: Exchange<DisputeReference, DisputeOutcome>;
  /** How it takes what is told without a card number; undefined for what it does not take. */
  takes?(method: PaymentMethod, type: PaymentMethodType): MethodAbility | undefined;
  /** Reads what the processor sends by itself; absent where it sends nothing. */
  readonly news?: NewsReader;
}

/** What a processor can do with a payment method. */
export interface MethodAbility {
  /** The shapes of the method's data that it reads; the empty name where the data has no shape. */
  readonly shapes: readonly string[];
  /** Whether money can be reserved first and captured later. */
  readonly reserves: boolean;
  /** Whether money can be given back. */
  readonly refunds: boolean;
}

/** One conversation with a processor as two pure halves: what we ask, and what the answer means. */
export interface Exchange<Input, Outcome> {
  /** Throws when it cannot be asked with these credentials, or has no address in this deployment. */
  request(input: Input, credentials: Credentials, addresses: Addresses): HttpRequest;
  /**
   * Is handed every answer below 500 but 429. Throws when it cannot read the answer, which makes the
   * outcome `unknown`. A status word that it does not know is an answer that it cannot read.
   */
  outcome(response: HttpResponse): Outcome;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  /** By lower-case name; a header that came more than once is joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where processors live whose address the deployment decides. */
export interface Addresses {
  /** Base URL of the sandbox processor; absent where it is not deployed, as in production. */
  readonly sandbox?: string | undefined;
}

/** A merchant's account at a processor, as far as a conversation needs to know it. */
export interface ConnectorAccess {
  readonly connectorName: string;
  readonly credentials: Credentials;
}

/** What identifies the merchant to the processor, in the shapes of the Hyperswitch v1 API. */
export type Credentials =
  | { readonly auth_type: 'HeaderKey'; readonly api_key: string }
  | { readonly auth_type: 'BodyKey'; readonly api_key: string; readonly key1: string }
  | {
      readonly auth_type: 'SignatureKey';
      readonly api_key: string;
      readonly key1: string;
      readonly api_secret: string;
    }
  | {
      readonly auth_type: 'MultiAuthKey';
      readonly api_key: string;
      readonly key1: string;
      readonly api_secret: string;
      readonly key2: string;
    }
  | {
      readonly auth_type: 'CurrencyAuthKey';
      /** Credentials by currency. */
      readonly auth_key_map: Readonly<Record<string, unknown>>;
    }
  | {
      readonly auth_type: 'CertificateAuth';
      readonly certificate: string;
      readonly private_key: string;
    }
  | { readonly auth_type: 'NoKey' };

export type CaptureMethod =
  | 'automatic'
  | 'sequential_automatic'
  | 'manual'
  | 'manual_multiple'
  | 'scheduled';

/** A card as the customer typed it. It lives in memory only: never log it, never store it. */
export interface Card {
  readonly number: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two or four digits, as it was given. */
  readonly expiryYear: string;
  readonly cvc?: string;
  readonly holderName?: string;
}

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
  readonly raisedMinor?: number;
  /** The processor's own name for the payment, once it has told us. */
  readonly connectorTransactionId?: string;
}

/** What the customer pays with, as a processor is told it. It lives in memory only: never log it. */
export type Means =
  | { readonly kind: 'card'; readonly card: Card }
  /** Anything else, a card of Click to Pay too, with what was said of it in the words of the API. */
  | {
      readonly kind: 'other';
      readonly method: PaymentMethod;
      readonly type: PaymentMethodType;
      /** The shape that was sent, such as `klarna_redirect`; absent where none is needed. */
      readonly shape?: string;
      readonly data: Readonly<Record<string, unknown>>;
    }
  /** What the processor keeps for the merchant since an earlier payment. */
  | { readonly kind: 'kept by processor'; readonly connectorMandateId: string };

export interface Authorization extends Reference {
  readonly means: Means;
  /** Where the processor sends the customer back to after a challenge. */
  readonly returnUrl?: string;
  /** Where the processor may tell us by itself what becomes of the payment. */
  readonly notificationUrl?: string;
  /** Whether the processor is to keep the means for payments to come, with the customer there or not. */
  readonly store?: 'on_session' | 'off_session';
  /** The card network's name for an earlier payment, by which the card is charged without its customer. */
  readonly networkTransactionId?: string;
  /** Whether the reservation should be one that can be raised later. */
  readonly mayIncrease?: boolean;
  /** Whether the reservation should be kept for longer than usual. */
  readonly extended?: boolean;
  /** That others have authenticated the customer. Lives in memory only. */
  readonly proof?: ProofOfCustomer;
}

/** What a processor says about a payment beside its result. Absent means that it did not say. */
export interface Echo {
  readonly connectorTransactionId?: string;
  /** Its reference for its own support and reports. */
  readonly connectorReference?: string;
  /** Its name for what it keeps of the means, to be charged again. */
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

/** Why a processor said no, or what we know instead of an answer. */
export interface Explanation {
  /** The processor's code; `TIMEOUT` or an HTTP status when there is no answer of its own. */
  readonly code?: string;
  readonly message?: string;
  readonly reason?: string;
  /** What the issuing bank said, where the processor passes it on. */
  readonly issuerCode?: string;
  readonly issuerMessage?: string;
  /** What the operator calls it, in words that are the same for every processor. */
  readonly unified?: UnifiedError;
}

/** A processor's error in the operator's words. */
export interface UnifiedError {
  readonly code?: string;
  readonly message?: string;
  readonly standardisedCode?: string;
  readonly description?: string;
  readonly userGuidance?: string;
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

/** What names a refund at the processor, and the payment that it gives back. */
export interface RefundReference {
  /** Our refund's id. The processor takes it once only. */
  readonly reference: string;
  readonly connectorName: string;
  /** Of the refund, in minor units. */
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly payment: Reference;
  readonly reason?: string;
  /** The processor's own name for the refund, once it has told us. */
  readonly connectorRefundId?: string;
}

/** One capture as the processor's books have it. */
export interface CapturedPart {
  /** Our capture's id. */
  readonly reference: string;
  readonly connectorCaptureId?: string;
  readonly amountMinor: number;
  readonly status: 'charged' | 'pending' | 'failed';
}

/** A request that says it comes from a processor, as it arrived. */
export interface IncomingWebhook {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a processor told us by itself. */
export type News =
  | {
      readonly about: 'payment';
      /** Our attempt's id. */
      readonly reference: string;
      readonly outcome: PaymentOutcome;
    }
  | {
      readonly about: 'refund';
      /** Our refund's id. */
      readonly reference: string;
      readonly outcome: RefundOutcome;
    }
  | {
      readonly about: 'payout';
      /** The id of our attempt at the payout. */
      readonly reference: string;
      readonly outcome: PayoutOutcome;
    }
  | {
      readonly about: 'dispute';
      /** Of the payment that is disputed: our attempt's id. */
      readonly reference: string;
      readonly dispute: ToldDispute;
    }
  /** It is genuine and none of our business. */
  | { readonly about: 'nothing' };

export interface NewsReader {
  /** Whether the processor sent it, lately. Compares in constant time. */
  isGenuine(webhook: IncomingWebhook, credentials: Credentials, now: Date): boolean;
  /** Throws when it cannot read it. Only called for what is genuine. */
  read(webhook: IncomingWebhook): News;
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
  | ({ readonly result: 'captured'; readonly capturedMinor?: number } & Echo)
  /** Reserved, waiting for a capture; `authorizedMinor` when it is less than was asked for. */
  | ({ readonly result: 'authorized'; readonly authorizedMinor?: number } & Echo)
  /** What was authorized, or all that was left of it, has been given back. */
  | ({ readonly result: 'voided' } & Echo)
  /** What had been captured was given back before it was settled. */
  | ({ readonly result: 'voided_after_capture' } & Echo)
  /** Nobody can capture it any more. */
  | ({ readonly result: 'expired' } & Echo)
  /** The customer has to act first: at this address, or as they are shown. */
  | ({ readonly result: 'challenged' } & (
      | { readonly redirectUrl: string; readonly nextAction?: undefined }
      | { readonly nextAction: NextAction; readonly redirectUrl?: undefined }
    ) &
      Echo)
  /** The processor has it and has not decided. */
  | ({ readonly result: 'pending' } & Echo)
  /** A definite no. A customer who gives up a challenge leaves neither code nor message. */
  | ({ readonly result: 'declined' } & Explanation & Echo)
  /** The answer is about another amount or currency than we asked; `fields` is a comma-separated list. */
  | ({ readonly result: 'mismatched'; readonly fields: string } & Echo)
  /** No answer, or none that we can trust: it may have happened. Ask again. */
  | ({ readonly result: 'unknown' } & Explanation & Echo)
  /** Nothing of the request was taken by the processor. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & Explanation)
  /** The processor has never heard of the payment. Only ever the outcome of a sync. */
  | { readonly result: 'not_found' };

/** What became of a refund. Only `declined`, `not_sent` and `not_found` say that no money moved. */
export type RefundOutcome =
  | ({ readonly result: 'succeeded' } & RefundEcho)
  /** The processor has it and has not decided. */
  | ({ readonly result: 'pending' } & RefundEcho)
  | ({ readonly result: 'declined' } & Explanation & RefundEcho)
  /** The answer is about another amount or currency than we asked. */
  | ({ readonly result: 'mismatched'; readonly fields: string } & RefundEcho)
  /** No answer, or none that we can trust: it may have happened. Ask again. */
  | ({ readonly result: 'unknown' } & Explanation & RefundEcho)
  /** Nothing of the request was taken by the processor. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & Explanation)
  /** The processor has never heard of the refund. Only ever the outcome of a sync. */
  | { readonly result: 'not_found' };

/** What a processor says about a refund beside its result. Absent means that it did not say. */
export interface RefundEcho {
  readonly connectorRefundId?: string;
  /** As the processor understood it, in minor units. */
  readonly amountMinor?: number;
  readonly currency?: string;
}

/** What names a payout at the processor, and what we believe it to be worth. */
export interface PayoutReference {
  /** The id of our attempt. The processor takes it once only, so it is paid once at most. */
  readonly reference: string;
  /** As the merchant's account names it; one adapter may stand for several names. */
  readonly connectorName: string;
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  /** The processor's own name for the payout, once it has told us. */
  readonly connectorTransactionId?: string;
}

/** Where the money goes. It lives in memory only: never log it, never store it as it is. */
export interface PayoutDestination {
  readonly kind: 'card' | 'bank' | 'wallet' | 'bank_redirect' | 'passthrough' | 'bank_transfer';
  /** What alone tells the account from all others: a card number, an IBAN, an address. */
  readonly account: string;
  /** Everything that is known of it, in the words of the Hyperswitch v1 API. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A payout as a processor is told of it. */
export interface PayoutInstruction extends PayoutReference {
  readonly destination: PayoutDestination;
  /** Whether it is paid at once, or waits for `fulfillPayout`. */
  readonly fulfill: boolean;
  /** Where the processor may tell us by itself what becomes of it. */
  readonly notificationUrl?: string;
}

/** What a processor says about a payout beside its result. Absent means that it did not say. */
export interface PayoutEcho {
  readonly connectorTransactionId?: string;
  /** As the processor understood it, in minor units. */
  readonly amountMinor?: number;
  readonly currency?: string;
}

/**
 * What became of a payout. Only `created`, `vendor_account_needed`, `declined`, `ineligible`,
 * `cancelled`, `expired`, `not_sent` and `not_found` say that nobody was paid, and only `reversed`
 * that the money came back.
 */
export type PayoutOutcome =
  /** The processor knows of it and waits to be told to pay. */
  | ({ readonly result: 'created' } & PayoutEcho)
  /** Whoever is paid has to open an account with the processor first. */
  | ({ readonly result: 'vendor_account_needed' } & PayoutEcho)
  /** To be paid, and not decided. */
  | ({ readonly result: 'pending' } & PayoutEcho)
  /** On its way. */
  | ({ readonly result: 'initiated' } & PayoutEcho)
  | ({ readonly result: 'paid' } & PayoutEcho)
  | ({ readonly result: 'declined' } & Explanation & PayoutEcho)
  /** This destination can never be paid to. */
  | ({ readonly result: 'ineligible' } & Explanation & PayoutEcho)
  | ({ readonly result: 'cancelled' } & PayoutEcho)
  | ({ readonly result: 'expired' } & PayoutEcho)
  /** It was on its way, and came back. */
  | ({ readonly result: 'reversed' } & Explanation & PayoutEcho)
  /** The answer is about another amount or currency than we asked. */
  | ({ readonly result: 'mismatched'; readonly fields: string } & PayoutEcho)
  /** No answer, or none that we can trust: it may have been paid. Ask again. */
  | ({ readonly result: 'unknown' } & Explanation & PayoutEcho)
  /** Nothing of the request was taken by the processor. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & Explanation)
  /** The processor has never heard of the payout. Only ever the outcome of a sync. */
  | { readonly result: 'not_found' };

/** What names a dispute at the processor. */
export interface DisputeReference {
  /** As the merchant's account names it; one adapter may stand for several names. */
  readonly connectorName: string;
  readonly connectorDisputeId: string;
  /** Of the payment that is disputed: our attempt's id. */
  readonly reference: string;
}

/** What speaks against a dispute. */
export interface DisputeDefence extends DisputeReference {
  /** What the merchant says, by the names that the Hyperswitch v1 API has for it. */
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly EvidenceFile[];
}

/** A file that the merchant shows, told apart from all others by its hash. */
export interface EvidenceFile {
  readonly evidenceType: EvidenceType;
  readonly fileId: string;
  readonly name?: string;
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  /** Of its bytes, in hex. */
  readonly sha256: string;
}

/** A dispute as its processor tells of it, in an answer or by itself. */
export interface ToldDispute {
  readonly connectorDisputeId: string;
  /** In minor units of its own currency. */
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly stage: DisputeStage;
  readonly status: DisputeStatus;
  /** The processor's own word for it. */
  readonly connectorStatus: string;
  readonly reason?: string;
  readonly reasonCode?: string;
  /** Times are ISO 8601. */
  readonly challengeRequiredBy?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** What a processor answers when it is asked about a dispute. */
export type DisputeOutcome =
  | { readonly result: 'told'; readonly dispute: ToldDispute }
  /** A definite no, with the HTTP status that it came with. */
  | ({ readonly result: 'declined'; readonly httpStatus?: number } & Explanation)
  /** No answer, or none that we can trust: it may have happened. Ask again. */
  | ({ readonly result: 'unknown' } & Explanation)
  /** Nothing of the request was taken by the processor. Never the outcome of a sync. */
  | ({ readonly result: 'not_sent' } & Explanation)
  /** The processor has never heard of the dispute. Only ever the outcome of a sync. */
  | { readonly result: 'not_found' };
