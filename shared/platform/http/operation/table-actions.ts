import type { TableAction } from '../../table/table-action.ts';
import type { Auth, Operation } from './operation.ts';
import { storesResponse } from './operation.ts';

/**
 * Reads the key, and for an ephemeral key the merchant account; finds the profile of
 * `X-Profile-Id`.
 */
const forAnyKey: readonly TableAction[] = ['GetItem', 'Query'];

/** The table actions that identify the caller and its profile: see `authenticator`. */
const authenticationActions: Readonly<Record<Auth, readonly TableAction[]>> = {
  none: [],
  // Reading an operator's key is granted by itself, for the partition of these keys alone, and an
  // operator acts for no profile.
  'admin key': [],
  'processor key': [],
  'merchant of the path': forAnyKey,
  'secret key': forAnyKey,
  'secret key or client secret': forAnyKey,
  'client secret': forAnyKey,
  'publishable key': forAnyKey,
  'secret key or ephemeral key': forAnyKey,
  'secret key, client secret or ephemeral key': forAnyKey,
};

/**
 * All table actions of a request to an operation, which its role grants: its own work, the check of
 * the caller, and stored answers for repeated requests.
 */
export const tableActionsOf = (
  operation: Pick<Operation, 'access' | 'auth' | 'method' | 'repeats'>,
): ReadonlySet<TableAction> =>
  new Set([
    ...(operation.access.table ?? []),
    ...authenticationActions[operation.auth],
    ...(storesResponse(operation) ? (['PutItem'] as const) : []),
  ]);
