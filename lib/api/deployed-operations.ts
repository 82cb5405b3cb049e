import type { Operation } from '#platform/http/operation/operation.ts';
import { receiveWebhook as receiveWebhookContract } from '#switch/incoming-webhooks/operations.ts';
import type { VaultOperation } from '#vault/http/vault-operation.ts';
import { vaultOperations as vaultContracts } from '#vault/operations.ts';
import * as contracts from '../../shared/operations.ts';

type Deciding = 'name' | 'method' | 'path' | 'summary' | 'auth' | 'access' | 'impact';

/**
 * An operation as the stacks see it. They see no schema and no example of its contract, so only
 * these members decide the templates: see `tools/templates/template-sources.ts`.
 */
export type DeployedOperation = Pick<Operation, Deciding | 'repeats'>;

/** An operation of the vault as its stack sees it. */
export type DeployedVaultOperation = Pick<VaultOperation, Deciding>;

/** The operations of the API, by the stack that has their functions. */
export const operationsByStack: Readonly<Record<string, readonly DeployedOperation[]>> =
  Object.fromEntries(
    Object.entries(contracts.operationsByStack).map(([stack, all]) => [stack, all.map(deployed)]),
  );

export const operations: readonly DeployedOperation[] = Object.values(operationsByStack).flat();

export const sandboxOperations: readonly DeployedOperation[] =
  contracts.sandboxOperations.map(deployed);

export const receiveWebhook = deployed(receiveWebhookContract);

export const vaultOperations: readonly DeployedVaultOperation[] = vaultContracts.map(
  ({ name, method, path, summary, auth, access, impact }) => ({
    ...{ name, method, path, summary, auth, access, impact },
  }),
);

function deployed(contract: Operation): DeployedOperation {
  const { name, method, path, summary, auth, access, impact, repeats } = contract;
  return {
    ...{ name, method, path, summary, auth, access, impact },
    ...(repeats !== undefined && { repeats }),
  };
}
