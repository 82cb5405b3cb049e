import { useEffect, useState } from 'preact/hooks';
import type { CheckoutData, WalletSheet } from '../checkout-data.ts';
import { googlePayConfirm } from '../google-pay-confirm.ts';

/** The payer's approval in the sheet of a wallet. */
export interface WalletApproval {
  /** The members of the confirm. */
  readonly confirm: object;
  /** Closes the sheet with the payment's outcome; does nothing once it is closed. */
  close(outcome: PaymentComplete): Promise<void>;
}

/** Opens the sheet of a wallet; undefined after the payer closed it. */
export type OpenWallet = () => Promise<WalletApproval | undefined>;

/** Google Pay of this browser: `asking` until it is known, then undefined where it cannot pay. */
export function useGooglePay({ googlePay }: CheckoutData): OpenWallet | 'asking' | undefined {
  const sheets = googlePay && 'PaymentRequest' in window ? googlePay.sheets : undefined;
  const [sheet, setSheet] = useState<WalletSheet | 'asking' | undefined>(sheets && 'asking');
  useEffect(() => {
    if (!sheets) return;
    usableSheet(sheets).then(
      setSheet,
      // The constructor throws in a frame without the permission `payment`.
      () => setSheet(undefined),
    );
  }, []);
  return typeof sheet === 'object' ? () => approvalOf(sheet) : sheet;
}

/** The first sheet with which the browser can pay. */
async function usableSheet(sheets: readonly WalletSheet[]): Promise<WalletSheet | undefined> {
  for (const sheet of sheets) if (await requestOf(sheet).canMakePayment()) return sheet;
  return undefined;
}

/** A request can be shown once, so each press of the button makes its own. */
const requestOf = ({ methods, details }: WalletSheet) => new PaymentRequest([...methods], details);

async function approvalOf(sheet: WalletSheet): Promise<WalletApproval | undefined> {
  const response = await requestOf(sheet)
    .show()
    // The payer closed the sheet.
    .catch(() => undefined);
  if (!response) return undefined;
  const close = (outcome: PaymentComplete) => response.complete(outcome).catch(() => undefined);
  const confirm = googlePayConfirm(response.details);
  if (confirm) return { confirm, close };
  await close('fail');
  return undefined;
}
