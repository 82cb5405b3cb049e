import { tableActionsOf } from '#platform/http/operation/table-actions.ts';
import { operations, receiveWebhook } from '../../../lib/api/deployed-operations.ts';

/**
 * Whether a grant serves processors that no deployment of a test reaches. Some on the switch's table
 * serve the states of processors alone: a function does its work without them, as without the
 * table; see "a table that does not answer" among the tests of the circuit breaker. Those on the
 * vault serve a processor that wants the card again after the challenge: see the tests of
 * Cybersource's 3-D Secure. The templates show that each function has its grants.
 */
export function isOfProcessors({
  name,
  action,
  resource,
}: {
  readonly name: string;
  readonly action: string;
  readonly resource: string;
}): boolean {
  if (completing.has(name) && ofVault.test(`${action} ${resource}`)) return true;
  if (!/^dynamodb:(?:BatchGetItem|UpdateItem)$/.test(action)) return false;
  if (!/table\/turnout-laptop-data-[^/]+$/.test(resource)) return false;
  if (name === 'queues.sync-pending') return action === 'dynamodb:BatchGetItem';
  const own = [...operations, receiveWebhook].find((one) => one.name === name);
  if (!own?.access.connectors) return false;
  return ![...tableActionsOf(own)].some((one) => action === `dynamodb:${one}`);
}

const completing: ReadonlySet<string> = new Set(['payments.complete', 'payments.complete-posted']);
const ofVault = /^(?:kms:|dynamodb:\w+ .*:table\/turnout-laptop-vault-)/;
