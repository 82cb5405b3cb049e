import type { PaymentMethodType } from '#vocabulary/payment-methods.ts';
import type { ConnectorError } from './exchange.ts';
import type { Order } from './order.ts';
import type { CaptureMethod } from './payments.ts';

/** The data that open a wallet's own window in the customer's browser. */
export interface WalletSessionRequest {
  /** Our attempt's id. Asked again for the same, the processor opens the same session. */
  readonly reference: string;
  readonly wallet: PaymentMethodType;
  readonly amountMinor: number;
  /** ISO 4217, three capital letters. */
  readonly currency: string;
  readonly captureMethod: CaptureMethod;
  readonly order: Order;
}

export type WalletSessionOutcome =
  | {
      readonly result: 'opened';
      /** A public token for the customer's browser. */
      readonly sessionToken: string;
      readonly sessionId?: string;
      /** The id of an order that the customer approves in the window, where there is one. */
      readonly connectorTransactionId?: string;
    }
  | ({ readonly result: 'declined' | 'unknown' | 'not_sent' } & ConnectorError);
