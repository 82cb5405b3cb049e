import { tableActionsOf } from '#platform/http/operation/table-actions.ts';
import { operations, receiveWebhook } from '../../../lib/api/deployed-operations.ts';

/**
 * Whether a grant on the switch's table serves the states of processors alone. A function does its
 * work without it, as without the table: see "a table that does not answer" among the tests of the
 * circuit breaker. The templates show that each function that asks processors has it.
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
  if (!/^dynamodb:(?:BatchGetItem|UpdateItem)$/.test(action)) return false;
  if (!/table\/turnout-laptop-data-[^/]+$/.test(resource)) return false;
  if (name === 'queues.sync-pending') return action === 'dynamodb:BatchGetItem';
  const own = [...operations, receiveWebhook].find((one) => one.name === name);
  if (!own?.access.connectors) return false;
  return ![...tableActionsOf(own)].some((one) => action === `dynamodb:${one}`);
}
