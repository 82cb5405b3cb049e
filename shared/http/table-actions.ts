import type { TableAction } from '../table/table-action.ts';
import { keepsAnswers } from './idempotency.ts';
import type { Auth, Operation } from './operation.ts';

/** Reads the key, and for a customer's key the merchant account; looks for the profile of `X-Profile-Id`. */
const ofAnyKey: readonly TableAction[] = ['GetItem', 'Query'];

/** What it takes to find out who is calling and for which profile: see `authenticator`. */
const toAuthenticate: Readonly<Record<Auth, readonly TableAction[]>> = {
  none: [],
  // The operator's key is in no table, and the operator acts for no profile.
  'admin key': [],
  'processor key': [],
  'merchant of the path': ofAnyKey,
  'secret key': ofAnyKey,
  'secret key or client secret': ofAnyKey,
  'client secret': ofAnyKey,
  'publishable key': ofAnyKey,
  'secret key or ephemeral key': ofAnyKey,
  'secret key, client secret or ephemeral key': ofAnyKey,
};

/**
 * Everything that serving an operation does to the table, which is what its role grants: what the
 * operation does for its own sake, the check of the caller, and the answers kept for repeats.
 */
export const tableActionsOf = (operation: Operation): ReadonlySet<TableAction> =>
  new Set([
    ...(operation.access.table ?? []),
    ...toAuthenticate[operation.auth],
    ...(keepsAnswers(operation) ? (['PutItem'] as const) : []),
  ]);
