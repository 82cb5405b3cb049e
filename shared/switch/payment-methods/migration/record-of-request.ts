import * as v from 'valibot';
import { SwitchError } from '#platform/errors.ts';
import { MaskedNumber } from './masked-number.ts';
import type { MigratePaymentMethodRequest } from './operations.ts';
import { checkRecord, credentialsIn, customerOfBilling, type MigratedRecord } from './record.ts';

/**
 * The record of a request.
 *
 * @throws SwitchError `missing_param`, and those of `checkRecord` and `credentialsIn`
 */
export function recordOfRequest(request: MigratePaymentMethodRequest): MigratedRecord {
  const { customer_id: customerId, card, billing } = request;
  if (!card) throw new SwitchError('missing_param', { field: 'card' });
  if (customerId == null) throw new SwitchError('missing_param', { field: 'customer_id' });
  const { card_number: number, ...details } = card;
  const masked = v.safeParse(MaskedNumber, number);
  const record: MigratedRecord = {
    customer: customerOfBilling(customerId, undefined, billing),
    number: masked.success ? masked.output : number,
    card: details,
    facts: {
      payment_method_type: request.payment_method_type,
      payment_method_issuer: request.payment_method_issuer,
      payment_method_issuer_code: request.payment_method_issuer_code,
      card_network: request.card_network,
      metadata: request.metadata,
      billing,
    },
    credentials: credentialsIn(request.connector_mandate_details, request.network_transaction_id),
    hasNetworkToken: request.network_token != null,
  };
  checkRecord(record, request.payment_method);
  return record;
}
