import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type { PaymentOutcome, PaymentSource } from '#connectors/interface/payments.ts';
import type { AuthenticationData } from '#connectors/interface/three-ds.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import type { Payment } from '../payment.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import type { KeepingServices } from '../three-ds/kept-card.ts';
import type { PaymentPlan } from './plan-payment.ts';

type Credentials = Pick<
  PaymentPlan,
  'connectorMandates' | 'method' | 'networkTransactionId' | 'connectorCustomers'
>;

/** The input that all attempts of one confirm share. Nothing of it changes between two attempts. */
export interface AuthorizationContext extends Partial<Credentials> {
  readonly configuration: Configuration;
  readonly body: PaymentRequest;
  /** The payment source of the first attempt. */
  readonly source: PaymentSource;
  /**
   * Loads the card behind a connector mandate, for another processor: once, however often it is
   * called. Undefined when the vault no longer has it.
   */
  loadCard?(): Promise<PaymentSource | undefined>;
  /** Where the card waits for a customer who is challenged; absent: it cannot be kept. */
  readonly keeping?: KeepingServices;
  /** The result of an external authentication for this payment. */
  readonly authenticationData?: AuthenticationData;
  remainingMs(): number;
  readonly requestId: string;
}

/** An attempt whose payment was saved as `processing`. */
export interface AttemptToSend {
  readonly payment: Payment;
  readonly access: ConnectorAccess;
  readonly source: PaymentSource;
  /** The connector accounts for further attempts, best first. */
  readonly others: readonly ConnectorAccount[];
  /** How many declines of this confirm were followed by another attempt. */
  readonly retries: number;
}

/** An attempt with its outcome, and the payment as it was saved last. */
export interface SentAttempt extends AttemptToSend {
  readonly outcome: PaymentOutcome;
}
