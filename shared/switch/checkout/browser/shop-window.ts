import { parentWindow } from '#vault/switch/browser/card-form.ts';
import type { CheckoutData, ReportedOutcome } from '../checkout-data.ts';
import { member } from '../checkout-ports.ts';

/** The page of the shop around this frame. It gets statuses and prices, and nothing of a payer. */
export interface ShopWindow {
  ready(): void;
  /** The payer's choice, and whether it could be confirmed. Amounts are in minor units. */
  changed(state: {
    readonly method: string;
    readonly complete: boolean;
    readonly amount: number;
    readonly surcharge: number;
    readonly currency: string;
  }): void;
  settled(result: Omit<ReportedOutcome, 'shop'> & { readonly message?: string }): void;
  /** Leads the page around this frame to a bank. */
  redirect(url: string): void;
  /** Calls the function when the button of the shop is pressed. */
  onConfirm(confirm: () => void): void;
  /** Where the shop's button wants a bank to lead the payer; undefined where it says nothing. */
  returnUrl(): string | undefined;
}

let known: ShopWindow | undefined;

/** The shop's page; undefined where this page is no frame of a shop. */
export function shopWindow({ shop }: Pick<CheckoutData, 'shop'>): ShopWindow | undefined {
  if (!shop) return undefined;
  known ??= windowOf(shop.origin);
  return known;
}

function windowOf(origin: string): ShopWindow {
  const { tell, heed, tellHeight } = parentWindow(origin);
  tellHeight(document.body);
  let returnUrl: string | undefined;
  return {
    ready: () => tell({ type: 'ready' }),
    changed: (state) => tell({ type: 'change', ...state }),
    settled: (result) => tell({ type: 'result', ...result }),
    redirect: (url) => tell({ type: 'redirect', url }),
    onConfirm: (confirm) =>
      heed((message) => {
        if (member(message, 'type') !== 'confirm') return;
        const wanted = member(message, 'returnUrl');
        returnUrl = typeof wanted === 'string' ? wanted : undefined;
        confirm();
      }),
    returnUrl: () => returnUrl,
  };
}
