import type { Connectors } from '#connectors/connectors.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { DecryptFailed } from '#platform/crypto/aead.ts';
import { SwitchError } from '#platform/errors.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { requestCustomerOf } from '../../customers/request-customer.ts';
import { openConnectorAccess } from '../../payments/connector-access.ts';
import type { PaymentRequest } from '../../payments/request/payment-request.ts';
import type { PaymentMethod } from '../payment-method.ts';
import type { PaymentMethods } from '../payment-methods.ts';
import {
  debitDataOf,
  placeOfAccess,
  type SavedBankAccount,
  VerifierAccess,
} from './bank-account.ts';
import { verifierError } from './verifier-access.ts';

interface Context {
  readonly merchantId: string;
  readonly configuration: Configuration;
  readonly now: Date;
  readonly requestId: string;
  remainingMs(): number;
}

interface Services {
  readonly secrets: MerchantSecrets;
  readonly paymentMethods: Pick<PaymentMethods, 'byToken'>;
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
}

/**
 * A request that names a verified bank account by its payment token, with the account's numbers as
 * its own data: they are read from the verifier, and live for one request. Any other request stays
 * as it is.
 *
 * @throws SwitchError `token_expired`, `precondition_failed` for another customer's account,
 * `temporarily_unavailable`, `account_verifier_refused`
 */
export async function withVerifiedAccount(
  request: PaymentRequest,
  context: Context,
  services: Services,
): Promise<PaymentRequest> {
  const { payment_method, payment_token: token, payment_method_data: data } = request;
  if (payment_method !== 'bank_debit' || !token) return request;
  const { merchantId, now } = context;
  const paymentMethod = await services.paymentMethods.byToken(merchantId, token, now);
  const { bankAccount } = paymentMethod ?? {};
  if (!paymentMethod || !bankAccount || paymentMethod.status !== 'active') throw expired();
  if (requestCustomerOf(request).id !== paymentMethod.customerId) {
    throw new SwitchError('precondition_failed', {
      message:
        'customer associated with payment method and customer passed in payment are not same',
    });
  }
  const account = await readAccount(paymentMethod, bankAccount, context, services);
  const billing = data && typeof data !== 'string' ? data.billing : undefined;
  const { payment_token: _, ...named } = request;
  return {
    ...named,
    payment_method_type: account.type,
    payment_method_data: { ...(billing && { billing }), bank_debit: debitDataOf(account) },
  };
}

async function readAccount(
  { merchantId, id }: PaymentMethod,
  { verifierId, sealedAccess }: SavedBankAccount,
  { configuration, requestId, remainingMs }: Context,
  { secrets, connectors }: Services,
) {
  const { account: keyOwner, connectorAccounts } = configuration;
  const verifier = connectorAccounts.find((one) => one.id === verifierId && !one.disabled);
  if (!verifier) throw expired();
  const bytes = Buffer.from(sealedAccess, 'base64');
  const { accessToken, accountId } = await secrets
    .open(keyOwner, placeOfAccess(merchantId, id), bytes, VerifierAccess)
    .catch((error: unknown) => {
      // The item was changed in the table. No charge results; the customer can verify it again.
      throw error instanceof DecryptFailed ? expired() : error;
    });
  const access = await openConnectorAccess(verifier, configuration, secrets);
  const outcome = await connectors({ remainingMs, requestId }).listBankAccounts(access, {
    accessToken,
  });
  if (outcome.result !== 'verified') throw verifierError(outcome, verifier.connectorName);
  const account = outcome.accounts.find((one) => one.accountId === accountId);
  if (!account) throw expired();
  return account;
}

const expired = () => new SwitchError('token_expired');
