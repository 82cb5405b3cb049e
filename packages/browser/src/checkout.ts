import { secureAddress } from './secure-address.ts';

export interface CheckoutOptions {
  /** `payment_link.secure_link` of the payment. The profile must allow the page's domain. */
  readonly link: string;
  /** The frame's title for screen readers. */
  readonly title?: string;
  /** The height of the frame in CSS: `720px` unless stated. The checkout scrolls inside it. */
  readonly height?: string;
}

export interface Checkout {
  destroy(): void;
  readonly frame: HTMLIFrameElement;
}

/**
 * Puts the checkout of a payment link into an element. The checkout leads the whole page to the
 * bank and to the payment's `return_url`, so the frame has no sandbox.
 *
 * @throws TypeError for a link without `https`; on this machine `http` will do
 */
export function mountCheckout(place: HTMLElement, options: CheckoutOptions): Checkout {
  const { link, title = 'Checkout', height = '720px' } = options;
  const address = secureAddress(link);
  const frame = document.createElement('iframe');
  // The switch compares this origin with the domains that the profile allows.
  frame.referrerPolicy = 'origin';
  frame.allow = 'payment';
  frame.title = title;
  frame.style.cssText = 'display:block;width:100%;border:0';
  frame.style.height = height;
  frame.src = address.href;
  place.append(frame);
  return { frame, destroy: () => frame.remove() };
}
