import * as v from 'valibot';
import type { Authorization } from '../../connectors/interface/payments.ts';
import type { AuthenticationData } from '../../connectors/interface/three-ds.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/** What a payment is asked for with, as far as it may hold proof of who pays. */
interface AuthenticationInput {
  readonly body: Pick<PaymentRequest, 'three_ds_data'>;
  /** Of an authentication that was done for this payment. */
  readonly authenticationData?: AuthenticationData | undefined;
}

/**
 * The proof that a processor is shown of who pays: from an authentication of ours, or from one that the
 * merchant says was done elsewhere. One that did not succeed proves nothing.
 */
export function authenticationDataOf({
  body,
  authenticationData,
}: AuthenticationInput): Pick<Authorization, 'authenticationData'> {
  if (authenticationData) return { authenticationData };
  const { three_ds_data: data } = body;
  if (!data || !authenticatedStatuses.has(data.transaction_status)) return {};
  const found = v.safeParse(Cryptogram, data.authentication_cryptogram);
  const cryptogram = found.success ? found.output.cavv.authentication_cryptogram : undefined;
  return {
    authenticationData: {
      ...(cryptogram !== undefined && { cryptogram }),
      ...(data.eci != null && { electronicCommerceIndicator: data.eci }),
      ...(data.ds_trans_id != null && { dsTransactionId: data.ds_trans_id }),
      ...(data.version != null && { version: data.version }),
    },
  };
}

/** Authenticated, or at least attempted at a bank that does not do it. */
const authenticatedStatuses: ReadonlySet<string> = new Set(['Y', 'A']);

const Cryptogram = v.object({ cavv: v.object({ authentication_cryptogram: v.string() }) });
