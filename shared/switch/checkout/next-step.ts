import type { CheckoutData, CheckoutWords } from './checkout-data.ts';
import { type Answer, member } from './checkout-ports.ts';
import { afterRefusal } from './refusal-texts.ts';

/** The page's next step after the payer pressed the button. */
export type Next =
  | { readonly kind: 'open'; readonly url: string }
  /** The form goes on with new data; `text` is shown where the data states no problem. */
  | { readonly kind: 'refresh'; readonly text: string }
  /** The whole page is loaded anew, and shows this text. */
  | { readonly kind: 'reload'; readonly text: keyof CheckoutWords }
  | {
      readonly kind: 'problem';
      readonly text: string;
      /** The path of the refused value in the request, where the switch names one. */
      readonly param?: string;
    }
  /**
   * Nothing was sent: the form shows the reason beside its fields, which `text` sums up for the page
   * of a shop, or the payer chose something else.
   */
  | { readonly kind: 'nothing'; readonly text?: string }
  /** The price rose with the card, by this amount in the major unit: it needs another press. */
  | { readonly kind: 'priced'; readonly surcharge: number };

export const problem = (text: string): Next => ({ kind: 'problem', text });

/** The step after a payment was confirmed, by its state. */
export function afterAnswer({ paths }: CheckoutData, payment: unknown): Next {
  const next = member(payment, 'next_action');
  const status = member(payment, 'status');
  if (status === 'requires_customer_action') {
    const url = member(next, 'redirect_to_url') ?? member(next, 'popup_url');
    return { kind: 'open', url: typeof url === 'string' ? url : paths.status };
  }
  // The new data has the reason, and a session for another card.
  if (status === 'failed' && member(payment, 'manual_retry_allowed') === true) {
    return { kind: 'refresh', text: '' };
  }
  return { kind: 'open', url: paths.status };
}

/** The step after a refusal, which changed nothing. */
export function afterRefused({ paths, texts, open }: CheckoutData, { status, body }: Answer): Next {
  if (status === 429) return problem(texts.tooOften);
  const code = codeOf(body);
  const after = afterRefusal(code);
  // The new data has whether the open attempt was paid meanwhile, or cannot be cancelled.
  if (after === 'status' && open) return { kind: 'refresh', text: '' };
  // A payment that is over has no new data, but a status. With the same code, the switch refuses a
  // card that looks like one under test: then the payment is still open.
  if (code === 'IR_16') return { kind: 'refresh', text: texts.notThisWay };
  if (after === 'status') return { kind: 'open', url: paths.status };
  if (after === 'refresh') return { kind: 'refresh', text: texts.checkAgain };
  const param = member(member(body, 'error'), 'param');
  return { kind: 'problem', text: texts[after], ...(typeof param === 'string' && { param }) };
}

/** The API's code of a refusal. */
export function codeOf(body: unknown): string {
  const code = member(member(body, 'error'), 'code');
  return typeof code === 'string' ? code : '';
}
