import { createAccount, retrieveAccount, updateAccount } from './accounts/operations.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys/operations.ts';
import { createConnectorAccount, listConnectorAccounts } from './connector-accounts/operations.ts';
import { createCustomer, retrieveCustomer, updateCustomer } from './customers/operations.ts';
import { checkHealth } from './health/operations.ts';
import type { Operation } from './http/operation.ts';
import { confirmPayment, createPayment, retrievePayment } from './payments/operations.ts';
import { listProfiles } from './profiles/operations.ts';
import {
  authorizeSandboxPayment,
  completeSandboxChallenge,
  retrieveSandboxPayment,
  showSandboxChallenge,
} from './sandbox/operations.ts';

/**
 * Every route of the switch, under the stack that serves it. An operation never moves to another
 * stack: CloudFormation would make its route anew before it removes the old one, and fail.
 */
export const operationsByStack = {
  accounts: [
    checkHealth,
    createAccount,
    retrieveAccount,
    updateAccount,
    createApiKey,
    listApiKeys,
    revokeApiKey,
    listProfiles,
    createConnectorAccount,
    listConnectorAccounts,
    createCustomer,
    retrieveCustomer,
    updateCustomer,
  ],
  payments: [createPayment, retrievePayment, confirmPayment],
} satisfies Record<string, readonly Operation[]>;

export const operations: readonly Operation[] = Object.values(operationsByStack).flat();

/** The routes of the sandbox processor, which is a service of its own. */
export const sandboxOperations: readonly Operation[] = [
  authorizeSandboxPayment,
  retrieveSandboxPayment,
  showSandboxChallenge,
  completeSandboxChallenge,
];
