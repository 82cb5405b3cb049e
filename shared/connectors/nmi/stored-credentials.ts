import type { Authorization } from '../interface/payments.ts';
import type { Fields } from './requests.ts';

/**
 * A stored credential is `{customer vault id}:{transaction id}`: NMI wants to know the transaction
 * with which the card was stored. One that came from elsewhere is only the vault's id.
 */
export const mandateOf = (vaultId: string, transactionId: string): string =>
  `${vaultId}:${transactionId}`;

export function vaultOf(connectorMandateId: string): {
  readonly vaultId: string;
  readonly transactionId?: string;
} {
  const [, vaultId, transactionId] = /^(.+):(\d+)$/.exec(connectorMandateId) ?? [];
  return vaultId === undefined || transactionId === undefined
    ? { vaultId: connectorMandateId }
    : { vaultId, transactionId };
}

/**
 * The card networks' data about a stored card: who starts the charge, whether it is the first, and
 * why it is repeated. The card of a wallet is stored for nothing later.
 *
 * @see https://docs.nmi.com/docs/credential-on-file
 */
export function credentialOf({ source, order, futureUsage }: Authorization): Fields {
  if (source.kind === 'payment_method') return {};
  const isStored = source.kind === 'connector_mandate';
  if (!isStored && futureUsage !== 'off_session') return {};
  const { initiator } = order;
  const why = initiator.by === 'merchant' ? initiator.why : undefined;
  const isMerchants = initiator.by === 'merchant';
  return {
    initiated_by: initiator.by,
    stored_credential_indicator: isStored ? 'used' : 'stored',
    billing_method: why === 'recurring' || why === 'installment' ? why : undefined,
    initial_transaction_id:
      isStored && isMerchants ? vaultOf(source.connectorMandateId).transactionId : undefined,
  };
}
