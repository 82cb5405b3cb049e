import * as v from 'valibot';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { Identifier } from '#platform/schema.ts';
import type { MigratePaymentMethodsRequest } from './operations.ts';
import { AccountIds } from './record-of-row.ts';

/**
 * The merchant that a form names.
 *
 * @throws SwitchError `missing_param`, and `merchant_account_not_found` for an invalid id
 */
export function merchantIn({
  merchant_id: stated,
}: Pick<MigratePaymentMethodsRequest, 'merchant_id'>): string {
  if (typeof stated !== 'string' || stated.trim() === '') {
    throw new SwitchError('missing_param', { field: 'merchant_id' });
  }
  const id = v.safeParse(Identifier, stated);
  if (!id.success) throw new SwitchError('merchant_account_not_found');
  return id.output;
}

/**
 * The connector accounts to which the connector mandates of a file belong. Exactly one of the two
 * parts of the form names them, as in Hyperswitch.
 *
 * @throws SwitchError `invalid_request`, and `connector_account_not_found` for an account that the
 * merchant does not have
 */
export function accountsIn(
  { merchant_connector_id: one, merchant_connector_ids: several }: MigratePaymentMethodsRequest,
  { connectorAccounts }: Pick<Configuration, 'connectorAccounts'>,
): readonly string[] {
  if (one !== undefined && several !== undefined) {
    throw invalid('Both merchant_connector_id and merchant_connector_ids cannot be provided');
  }
  const stated = one ?? several;
  if (stated === undefined) {
    throw invalid('Either merchant_connector_id or merchant_connector_ids must be provided');
  }
  const ids = v.safeParse(AccountIds, stated);
  const isOwn = (id: string) => connectorAccounts.some((account) => account.id === id);
  if (!ids.success || ids.output.length === 0 || !ids.output.every(isOwn)) {
    throw new SwitchError('connector_account_not_found');
  }
  return ids.output;
}

const invalid = (message: string) => new SwitchError('invalid_request', { message });
