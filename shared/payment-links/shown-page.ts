import type { Payment } from '../payments/payment.ts';
import type { PageDesign } from './page-design.ts';

export interface ShownPage {
  readonly payment: Payment;
  readonly design: PageDesign;
  /** As the link says it. */
  readonly locale: string;
  /** The directive that says who may frame the page. */
  readonly ancestors: string;
  /** The way from the page's address to the root of the switch: `../../`. */
  readonly toRoot: string;
  /** Where the request came from, which is said of a customer who agrees to something. */
  readonly sourceIp: string;
}
