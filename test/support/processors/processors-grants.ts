import { tableActionsOf } from '#platform/http/operation/table-actions.ts';
import { operations, receiveWebhook } from '../../../lib/api/deployed-operations.ts';

/**
 * Whether a grant serves processors that no deployment of a test reaches. Some on the switch's table
 * serve the states of processors alone: a function does its work without them, as without the
 * table; see "a table that does not answer" among the tests of the circuit breaker. Others
 * serve a processor that wants the card again after the challenge (see the tests of Cybersource's
 * 3-D Secure), or that pays out in one step, so that it gets the destination with the fulfillment
 * (see those of processors of one step). The templates show that each function has its grants.
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
  const grant = `${action} ${resource}`;
  if (openingLate.has(name) && ofVault.test(grant)) return true;
  if (name === 'payouts.fulfill' && ofDestination.test(grant)) return true;
  if (!/^dynamodb:(?:BatchGetItem|UpdateItem)$/.test(action)) return false;
  if (!/table\/turnout-laptop-data-[^/]+$/.test(resource)) return false;
  if (name === 'queues.sync-pending') return action === 'dynamodb:BatchGetItem';
  const own = [...operations, receiveWebhook].find((one) => one.name === name);
  if (!own?.access.connectors) return false;
  return ![...tableActionsOf(own)].some((one) => action === `dynamodb:${one}`);
}

const openingLate: ReadonlySet<string> = new Set([
  'payments.complete',
  'payments.complete-posted',
  'payouts.fulfill',
]);
const ofVault = /^(?:kms:|dynamodb:\w+ .*:table\/turnout-laptop-vault-)/;
const ofDestination = /^dynamodb:(?:BatchGetItem|UpdateItem) .*:table\/turnout-laptop-data-/;
