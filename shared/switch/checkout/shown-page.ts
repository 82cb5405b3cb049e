import { declineKindOf } from '#operator/gsm/decline-kind.ts';
import { unnamedError } from '#operator/gsm/unnamed-error.ts';
import { declineText } from '#vocabulary/decline-text.ts';
import { sentences } from '#vocabulary/sentences.ts';
import type { MerchantListResponse } from '../payment-methods/available/merchant-list-operations.ts';
import type { GooglePaySession } from '../payments/google-pay-sessions.ts';
import type { Payment } from '../payments/payment.ts';
import type { CheckoutOpenAttempt, ShopPage } from './checkout-data.ts';
import type { MethodOrder } from './method-order.ts';
import type { PageDesign } from './page-design.ts';

/** The scripts of the pages, which the bundler builds. */
export interface PageScripts {
  checkoutScript(): string;
  statusScript(): string;
}

export interface ShownPage {
  readonly scripts: Pick<PageScripts, 'checkoutScript'>;
  readonly payment: Payment;
  readonly design: PageDesign;
  /** The locale, as the link names it. */
  readonly locale: string;
  /** The CSP directive with the domains that may frame the page. */
  readonly ancestors: string;
  /** The relative path from the page's address to the root of the switch: `../../`. */
  readonly toRoot: string;
  /** Whether the merchant's program decides about a surcharge once the card is known. */
  readonly mayCostMore: boolean;
  /** Whether no money moves: all processors that could take the payment are in test mode. */
  readonly isTest: boolean;
}

/** A page with the payment form. */
export interface PayablePage extends ShownPage {
  readonly now: Date;
  /** Whether the page stands in a frame of the shop. */
  readonly isFramed: boolean;
  /** The address with which a phone opens the page; absent within a page of the shop. */
  readonly phoneUrl?: string | undefined;
  /** The page that shows how the payment ended. */
  readonly statusUrl: string;
  /** The page of the shop that frames this one and hears of its events; absent for a link. */
  readonly shop?: ShopPage;
  readonly methods: MerchantListResponse;
  /** All marks of methods and of card networks by the names of their files, as SVG. */
  readonly marks: Readonly<Record<string, string>>;
  /** The facts that decide which of them are offered, and in which order. */
  readonly order: MethodOrder;
  /** The vault's card form; absent where the vault does not answer. */
  readonly cardForm: URL | undefined;
  /** The vault's form for the code of a saved card; absent for a guest. */
  readonly codeForm: URL | undefined;
  /** The key by which the customer removes saved methods, where the shop gave its page one. */
  readonly customerKey?: string | undefined;
  /** The attempt that the payer has left at the bank. */
  readonly open?: CheckoutOpenAttempt | undefined;
  /** The sessions with which the browser opens Google Pay. */
  readonly googlePay: readonly GooglePaySession[];
}

/** Whether the payer's last attempt was by card. */
export const isByCard = ({ requestFields }: Pick<Payment, 'requestFields'>): boolean =>
  requestFields.payment_method === 'card';

/**
 * Why an attempt failed, and the payer's next step: the text of the operator's rule where it has
 * one, else the text of the decline's kind. The processor's own text is written for developers, so
 * it is never shown.
 */
export function reasonOf(
  { attempt: { connectorName, error }, transitions }: Pick<Payment, 'attempt' | 'transitions'>,
  locale: string,
): string | undefined {
  if (!error) {
    // A processor states no error where the payer rejected or left the challenge.
    const isUnanswered = transitions.at(-2)?.status === 'requires_customer_action';
    return isUnanswered ? sentences(...declineText(locale, 'authentication_failed')) : undefined;
  }
  const { userGuidance, message } = error.unified ?? {};
  const ruled = userGuidance ?? (message === unnamedError.message ? undefined : message);
  if (ruled !== undefined) return ruled;
  return sentences(...declineText(locale, declineKindOf(connectorName, error)));
}
