import type { Payment } from '../payments/payment.ts';
import type { PageDesign } from './page-design.ts';

export interface ShownPage {
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
  /** The IP address of the request, recorded with the customer's consent. */
  readonly sourceIp: string;
}

/** Why an attempt failed: the operator's text if there is one, else the processor's. */
export const reasonOf = ({ error }: Payment['attempt']) =>
  error?.unified?.message ?? error?.message;
