import type {
  FlawTexts,
  NetworkText,
  OpenAttemptTexts,
} from '#vocabulary/page-texts/page-texts.ts';
import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { TypedForm } from '../typed-fields/typed-field.ts';
import type { SkeletonField } from './card-skeleton.ts';

/** All data that the payment page's script needs. The page has it as JSON. */
export interface CheckoutData {
  /** The publishable key, with the payment's client secret. */
  readonly key: string;
  readonly secret: string;
  /** The ephemeral key by which the customer removes saved payment methods; absent without one. */
  readonly customerKey?: string;
  /** Paths of the switch, relative to the page. */
  readonly paths: {
    /** The payment. */
    readonly payment: string;
    readonly confirm: string;
    readonly eligibility: string;
    readonly status: string;
    /** The saved payment methods of the payment's customer; absent for a guest. */
    readonly saved?: string;
    /** Followed by the id of a saved payment method, which a DELETE removes. */
    readonly methods?: string;
  };
  /** The page of the shop around the form's frame; absent where the form is no frame of a shop. */
  readonly shop?: ShopPage;
  /** When the data was made, by the clock of the switch: ISO 8601. */
  readonly madeAt: string;
  /** The payment as it was then, in the API's words: another tab or the shop may change it. */
  readonly state: {
    readonly status: string;
    readonly attempts: number;
    /** The stated amounts in the minor unit, by the API's names. */
    readonly amounts: Readonly<Record<string, number | null>>;
  };
  readonly locale: string;
  readonly price: {
    /** ISO 4217, with the digits in which it is charged. */
    readonly currency: string;
    readonly digits: number;
    /** In the major unit: `25.99`. */
    readonly amount: string;
    /** Whether a program of the merchant decides about a surcharge once the card is known. */
    readonly mayRise: boolean;
  };
  /** The URL of the vault's card form, with its session token; absent without one. */
  readonly cardForm?: string;
  /** Google Pay, which the browser may open by itself; absent where it has no session. */
  readonly googlePay?: CheckoutWallet;
  /** The URL of the vault's form for the code of a saved card; absent without a customer. */
  readonly codeForm?: string;
  /** The methods in the order in which they are shown. */
  readonly methods: readonly CheckoutMethod[];
  /** The marks of these methods and of their card networks by name, as SVG. */
  readonly marks: Readonly<Record<string, string>>;
  readonly layout: 'tabs' | 'accordion';
  readonly header: string;
  /** The names of the frames for screen readers: the card form, and the code of a saved card. */
  readonly cardTitle: string;
  readonly codeTitle: string;
  /** The fields of these forms, which the page draws until the form is there. */
  readonly cardFields: readonly SkeletonField[];
  readonly codeFields: readonly SkeletonField[];
  /** The button's text where the merchant states one. */
  readonly button?: string;
  readonly terms?: string;
  /** Whether the customer is asked to save the card. */
  readonly asksToSave: boolean;
  /** Whether the button stays off until the form is complete. */
  readonly whenReady: boolean;
  /** The attempt that the payer has left at the bank. */
  readonly open?: CheckoutOpenAttempt;
  /** Why the last attempt failed. */
  readonly problem: string;
  readonly texts: CheckoutWords;
  /** The texts about flaws, beside their fields. */
  readonly flaws: FlawTexts;
}

/** A page of a shop that shows the payment form in a frame. */
export interface ShopPage {
  readonly origin: string;
  /** Whether the shop has a button of its own in the place of the form's. */
  readonly hasButton: boolean;
}

/** What the page in the place of the form reports to the shop. */
export interface ReportedOutcome {
  readonly shop: ShopPage;
  /** A status of the API. */
  readonly status: string;
  /** The page of the shop on which the payer goes on. */
  readonly returnUrl?: string;
}

/** An attempt that is still open. Another way to pay cancels it first. */
export interface CheckoutOpenAttempt {
  readonly id: string;
  /** `iDEAL`, or the masked card. */
  readonly name: string;
  /** Leads back to the bank; absent where the page itself shows the next step. */
  readonly url?: string;
  /** Until when it may be paid, ISO 8601, where its processor has refused to cancel it. */
  readonly keptUntil?: string;
  readonly texts: OpenAttemptTexts;
}

/** A wallet whose sheet the browser opens. */
export interface CheckoutWallet {
  readonly name: string;
  /** In the major unit; 0 without a surcharge. */
  readonly surcharge: number;
  /** At least one; the first with which the browser can pay is opened. */
  readonly sheets: readonly WalletSheet[];
}

/** The arguments of `new PaymentRequest`, which opens the sheet of a wallet. */
export interface WalletSheet {
  readonly methods: readonly [{ readonly supportedMethods: string; readonly data: object }];
  readonly details: {
    readonly total: {
      readonly label: string;
      readonly amount: { readonly currency: string; readonly value: string };
    };
  };
}

/** A way to pay, besides saved cards. */
export interface CheckoutMethod extends TypedForm {
  readonly name: string;
  readonly method: string;
  /** Absent for cards, whose number decides it. */
  readonly type?: PaymentMethodType;
  /** The name of its mark among `marks`. */
  readonly mark: string;
  /** The accepted networks of cards, as the API names them. */
  readonly networks?: readonly string[];
  /** The variant of the payment method data, whose members `fields` fill in. */
  readonly variant?: string;
  /** The values that the payment has already, in the order of the fields. */
  readonly known: readonly string[];
  /** In the major unit; 0 without a surcharge. */
  readonly surcharge: number;
  /** The consent that the payer of a direct debit gives. */
  readonly mandate?: CheckoutMandate | undefined;
}

/** A payer's consent to a direct debit, in the language of the page. */
export interface CheckoutMandate {
  readonly title: string;
  /** States that pressing the button is the consent. */
  readonly signedBy: string;
  /** Paragraphs. The page fills in `{amount}` and `{date}`. */
  readonly text: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** The texts that the script shows, in the page's language. */
export interface CheckoutWords extends Readonly<Record<NetworkText, string>> {
  readonly pay: string;
  readonly methods: string;
  readonly keep: string;
  readonly sending: string;
  readonly slowBank: string;
  readonly surcharge: string;
  readonly total: string;
  readonly formUnreachable: string;
  readonly stillLoading: string;
  readonly loadAgain: string;
  readonly openTooLong: string;
  readonly goesOn: string;
  readonly notNow: string;
  readonly tooOften: string;
  readonly checkDetails: string;
  readonly notThisWay: string;
  readonly noMethod: string;
  readonly expires: string;
  readonly otherMethods: string;
  readonly expired: string;
  readonly remove: string;
  readonly removeThis: string;
  readonly cancel: string;
  readonly removed: string;
  readonly notRemoved: string;
}
