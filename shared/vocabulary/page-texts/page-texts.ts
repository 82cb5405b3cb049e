import type { DeclineKind } from '../decline-kinds.ts';

/** All texts of the pages for payers, in one language. */
export interface PageTexts {
  readonly checkout: CheckoutTexts;
  readonly form: FormTexts;
  readonly passage: PassageTexts;
}

/** The texts of a payment link's pages. */
export interface CheckoutTexts {
  /** Precedes the amount on the button. */
  readonly pay: string;
  /** Precedes the name of the shop. */
  readonly payTo: string;
  readonly summary: string;
  readonly items: string;
  /** The sum of the order lines. */
  readonly sum: string;
  readonly shipping: string;
  readonly tax: string;
  /** Precedes an amount, as `total` does. */
  readonly surcharge: string;
  readonly total: string;
  readonly details: string;
  readonly validUntil: string;
  readonly card: string;
  /** The label of the customer's consent to saving the card. */
  readonly keep: string;
  readonly sending: string;
  readonly failed: string;
  readonly needsScript: string;
  readonly back: string;
  readonly goOn: string;
  /** About an attempt that the payer has left at the bank. */
  readonly openAttempt: OpenAttemptTexts;
  readonly tryAgain: string;
  /** Follows the reason why a card was declined. */
  readonly mayTryAnother: string;
  readonly tryAnother: string;
  readonly takesYouBack: string;
  readonly poweredBy: string;
  readonly terms: string;
  readonly methods: string;
  /** With `{date}`: `Expires 12/39`. */
  readonly expires: string;
  readonly slowBank: string;
  readonly formUnreachable: string;
  readonly loadAgain: string;
  readonly openTooLong: string;
  /** Beside a method that redirects the payer. */
  readonly goesOn: string;
  /** With `{time}`. */
  readonly untilToday: string;
  /** With `{date}`. */
  readonly untilDate: string;
  readonly testMode: string;
  readonly receipt: string;
  readonly reference: string;
  readonly date: string;
  readonly paidWith: string;
  readonly refunded: string;
  readonly shop: string;
  readonly print: string;
  /** Precedes the text on the payer's statement. */
  readonly statement: string;
  /** Precedes the amount of a refund that has no outcome yet, as `refunded` does. */
  readonly refunding: string;
  /** Precedes the tax that is part of the total. */
  readonly taxIncluded: string;
  readonly notNow: string;
  readonly network: Readonly<Record<NetworkText, string>>;
  readonly checkDetails: string;
  readonly notThisWay: string;
  readonly noMethod: string;
  /** Labels of the fields that a payer fills in. */
  readonly fields: Readonly<Record<CheckoutField, string>>;
  readonly flaws: Readonly<Record<TypedFlaw, string>>;
  /** Families of payment methods. */
  readonly groups: Readonly<Record<'card' | 'bank_transfer' | 'bank_debit' | 'other', string>>;
  /** Names of ways to pay without an owner, and the texts about saved ones and about the phone. */
  readonly ways: {
    readonly onlineBanking: string;
    readonly instantTransfer: string;
    /** With `{date}`: `Expired 12/24`. */
    readonly expired: string;
    readonly remove: string;
    /** The question before a saved payment method is removed, with `remove` and `cancel`. */
    readonly removeThis: string;
    readonly cancel: string;
    readonly removed: string;
    readonly notRemoved: string;
    /** The label of the code with which a phone opens the page. */
    readonly onPhone: string;
    readonly scan: string;
  };
  readonly outcome: Readonly<Record<CheckoutOutcome, readonly [title: string, text: string]>>;
}

/** The sentences of a page without a connection, or about a request without an answer. */
export type NetworkText =
  /** Nothing was sent, and the payment goes on by itself. */
  | 'offline'
  /** The payment was sent, and its state is unknown. */
  | 'inDoubt'
  /** After a longer time than that for which the payment goes on by itself. */
  | 'online'
  /** The payment is decided, or continues at the bank, whose page cannot be opened yet. */
  | 'leaving'
  /** The card, or its session, is of no use any more: the form has new ones. */
  | 'checkAgain'
  | 'priceChanged';

/** The texts about an open attempt. */
export interface OpenAttemptTexts {
  /** With `{name}`: that of the payment method, as in `goOn`. */
  readonly isOpen: string;
  readonly goOn: string;
  /** Leads from the bank's instructions to the other methods. */
  readonly other: string;
  /** That another way to pay cancels the attempt. */
  readonly cancels: string;
  /** With `{date}`: until when the attempt cannot be cancelled. */
  readonly kept: string;
}

type CheckoutField =
  | 'email'
  | 'fullName'
  | 'iban'
  | 'accountNumber'
  | 'routingNumber'
  | 'sortCode'
  | 'bsb'
  | 'blikCode'
  | 'taxId'
  | 'line1'
  | 'city'
  | 'zip'
  | 'state'
  | 'country'
  | 'phone';

/**
 * Why a typed value is not right. `ibanLength` has `{country}` and `{count}`, and `digits` has
 * `{count}`.
 */
type TypedFlaw =
  | 'ibanCountry'
  | 'ibanLength'
  | 'digits'
  /** The check digits do not fit. */
  | 'typo'
  | 'email'
  | 'phone'
  | 'taxNumber';

/** The texts about the flaws of typed fields; those of the card form among them. */
export type FlawTexts = Readonly<Record<TypedFlaw | 'missing' | 'name', string>>;

/** The state of a payment as its status page shows it. */
export type CheckoutOutcome =
  | 'paid'
  | 'authorized'
  | 'processing'
  | 'failed'
  | 'cancelled'
  | 'action'
  | 'expired'
  | 'open';

/** The texts of the form into which a card is typed, and of the pages that show a card. */
export interface FormTexts {
  readonly enterCard: string;
  readonly cardNumber: string;
  /** The name of the choice between the brands of a co-badged card. */
  readonly chooseBrand: string;
  readonly cardholderName: string;
  readonly expiry: string;
  /** The format of the expiry: month and year. */
  readonly expiryForm: string;
  readonly cvc: string;
  readonly optional: string;
  readonly missing: string;
  readonly past: string;
  readonly unaccepted: string;
  /** Beside an invalid number of the right length. */
  readonly invalidNumber: string;
  readonly incompleteNumber: string;
  readonly invalidName: string;
  readonly numberAsName: string;
  readonly invalidExpiry: string;
  readonly noSuchMonth: string;
  /** For a card whose brand is unknown. */
  readonly invalidCvc: string;
  readonly threeDigits: string;
  readonly fourDigits: string;
  readonly sending: string;
  /** The text before the last four digits. */
  readonly stored: string;
  readonly failed: string;
  readonly expired: string;
  readonly noConnection: string;
  /** The card was sent and no answer came. */
  readonly noAnswer: string;
  /** In place of a form that is late. */
  readonly loading: string;
  readonly cardDetails: string;
  readonly cardType: string;
  readonly showCvc: string;
  readonly gone: string;
  readonly hidden: string;
  readonly notOnPaper: string;
  readonly refused: string;
  readonly notFound: string;
  readonly tooOften: string;
  readonly unavailable: string;
}

/** The texts of the pages between the shop and the bank, and of those that replace a page. */
interface PassageTexts {
  /** The title of the page that redirects the payer to the bank or the processor. */
  readonly toBank: string;
  readonly toShop: string;
  readonly errors: Readonly<Record<ErrorPageKind, readonly [title: string, text: string]>>;
  /** The page at which the payer of a simulated processor confirms or rejects a payment. */
  readonly bank: {
    readonly title: string;
    readonly about: string;
    /** Precedes the amount, and `mode` the payment method. */
    readonly amount: string;
    readonly mode: string;
    readonly complete: string;
    readonly reject: string;
    readonly leave: string;
    readonly answered: readonly [title: string, text: string];
    readonly invalid: string;
  };
}

/** The reason why a payer's browser gets another page than the requested one. */
export type ErrorPageKind =
  /** The page does not exist, or not for this visitor: both look the same. */
  | 'closed'
  /** The page is the payer's, but the payment has moved on elsewhere. */
  | 'outdated'
  /** The payment has ended, so there is nothing left to do on the page. */
  | 'finished'
  /** The time in which the payer could pay is over. */
  | 'expired'
  /** The page could not be made. */
  | 'failed';

/** Why a payment was declined, and the payer's next step: one sentence each. */
export type DeclineText = readonly [reason: string, nextStep: string];

export type DeclineTexts = Readonly<Record<DeclineKind, DeclineText>>;

/** The outcome of a payout, or of stating payment details, as a page shows it. */
export type PayeeOutcome =
  | 'paid'
  | 'processing'
  | 'failed'
  | 'cancelled'
  | 'expired'
  /** The payment details were saved. */
  | 'saved';

/** The texts of the pages on which a payee states how to be paid, in one language. */
export interface PayeeTexts {
  /** The title of the page of a payout. */
  readonly payout: string;
  /** The title of the page on which a customer saves payment details. */
  readonly collect: string;
  readonly methods: string;
  /** The label of the button. */
  readonly confirm: string;
  readonly sending: string;
  readonly needsScript: string;
  /** With `{date}`. */
  readonly until: string;
  readonly notNow: string;
  readonly noMethod: string;
  /** Precedes a destination that the merchant has stated. */
  readonly paidTo: string;
  readonly goesBack: string;
  readonly outcome: Readonly<Record<PayeeOutcome, readonly [title: string, text: string]>>;
}

/** The schemes of direct debits whose rules state a text for the payer's consent. */
export type MandateScheme = 'sepa' | 'bacs' | 'becs' | 'ach';

/**
 * The consent to a direct debit, in one language. `{creditor}` is the name of the shop; the text of
 * `ach` has `{amount}` and `{date}` too.
 *
 * The texts of `sepa` in English, German, French, Spanish, Italian, Portuguese and Dutch are those of
 * the European Payments Council, in the singular and without the fields of paper forms; so is the
 * Danish authorisation. The others are translations: the Council's were not at hand. The English
 * text of `bacs` has the guarantee of the scheme. `ach` states that it is a debit by ACH and how it
 * is revoked, as Nacha requires, and `becs` has the notice of 14 days of AusPayNet.
 *
 * @see https://www.europeanpaymentscouncil.eu/other/core-sdd-mandate-translations
 * @see https://www.bacs.co.uk/services/bacsschemes/directdebit/directdebitguarantee
 * @see https://docs.worldpay.com/assets/pdf/NACHA_Requirements_V2.1.pdf
 */
export interface MandateTexts
  extends Readonly<Record<MandateScheme, readonly [title: string, ...text: string[]]>> {
  /** Precedes the mandate: pressing the button is the consent. */
  readonly signedBy: string;
  readonly creditor: string;
  readonly identifier: string;
  /** The label of the number by which the payer's bank statement names the mandate. */
  readonly reference: string;
  /** In its place until the processor has given the mandate a number. */
  readonly referenceLater: string;
  /** The label of `oneOff` and `recurrent`. */
  readonly type: string;
  readonly oneOff: string;
  readonly recurrent: string;
  /** For a shop without an identifier of its own. */
  readonly byProvider: string;
  /** Precedes a date and time. */
  readonly accepted: string;
}
