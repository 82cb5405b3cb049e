import * as v from 'valibot';
import type { Authorization } from '#connectors/interface/payments.ts';
import type { AuthenticationData } from '#connectors/interface/three-ds.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/** The sources of authentication data for an authorization. */
interface AuthenticationInput {
  readonly body: Pick<PaymentRequest, 'three_ds_data'>;
  /** The result of an external authentication for this payment. */
  readonly authenticationData?: AuthenticationData | undefined;
}

/**
 * The 3-D Secure data for the processor: from our external authentication, or from one outside the
 * switch that the merchant states. An unsuccessful authentication gives none.
 */
export function authenticationDataOf({
  body,
  authenticationData,
}: AuthenticationInput): Pick<Authorization, 'authenticationData'> {
  if (authenticationData) return { authenticationData };
  const { three_ds_data: data } = body;
  if (!data || !authenticatedStatuses.has(data.transaction_status)) return {};
  const cryptogram = cryptogramOf(data);
  return {
    authenticationData: {
      ...(cryptogram !== undefined && { cryptogram }),
      ...(data.eci != null && { electronicCommerceIndicator: data.eci }),
      ...(data.ds_trans_id != null && { dsTransactionId: data.ds_trans_id }),
      ...(data.version != null && { version: data.version }),
      ...(data.transaction_status === 'Y' && { transactionStatus: 'Y' as const }),
      ...(data.transaction_status === 'A' && { transactionStatus: 'A' as const }),
    },
  };
}

/** Authenticated, or attempted at an issuer that does not support it. */
const authenticatedStatuses: ReadonlySet<string> = new Set(['Y', 'A']);

/** The cryptogram of a stated proof; undefined without one. It is secret. */
export function cryptogramOf(
  data: NonNullable<PaymentRequest['three_ds_data']>,
): string | undefined {
  const found = v.safeParse(Cryptogram, data.authentication_cryptogram);
  return found.success ? found.output.cavv.authentication_cryptogram : undefined;
}

const Cryptogram = v.object({ cavv: v.object({ authentication_cryptogram: v.string() }) });
