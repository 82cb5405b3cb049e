import { encodeForm } from '#platform/formats/bracketed-form.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { credentialsOf, known } from '../formats/request.ts';
import type { ExchangeAccount } from '../interface/exchange.ts';
import type { Reference } from '../interface/payments.ts';

/** The fields of a request by NMI's names; an absent, null or empty field is not sent. */
export type Fields = Readonly<Record<string, string | null | undefined>>;

/** The types of requests, by NMI's names. */
export type TransactionType = 'sale' | 'auth' | 'validate' | 'capture' | 'void' | 'refund';

/** A request that changes something. Throws for credentials of another shape. */
export const transactionRequest = (
  type: TransactionType,
  account: ExchangeAccount,
  fields: Fields,
): HttpRequest => formRequest('api/transact.php', account, { type, ...fields });

/** The question for transactions with our reference as their order id. Throws as above. */
export const queryRequest = (orderId: string, account: ExchangeAccount): HttpRequest =>
  formRequest('api/query.php', account, { order_id: orderId });

function formRequest(path: string, account: ExchangeAccount, fields: Fields) {
  const { api_key: security_key } = credentialsOf('NMI', account, 'BodyKey', 'HeaderKey');
  const stated = Object.entries(fields).filter(([, value]) => value !== '');
  return {
    method: 'POST',
    url: `${account.urls.api}${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: encodeForm({ security_key, ...Object.fromEntries(stated) }),
  } as const;
}

/** NMI's id of the payment. Throws where it is not known. */
export const transactionIdOf = ({ connectorTransactionId }: Reference): string =>
  known(connectorTransactionId, "NMI's transaction");
