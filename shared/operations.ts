import {
  createAccount,
  deleteAccount,
  retrieveAccount,
  updateAccount,
} from './accounts/operations.ts';
import {
  createApiKey,
  listApiKeys,
  retrieveApiKey,
  revokeApiKey,
  updateApiKey,
} from './api-keys/operations.ts';
import {
  createConnectorAccount,
  deleteConnectorAccount,
  listConnectorAccounts,
  retrieveConnectorAccount,
  updateConnectorAccount,
} from './connector-accounts/operations.ts';
import { createCustomer, retrieveCustomer, updateCustomer } from './customers/operations.ts';
import { checkHealth } from './health/operations.ts';
import type { Operation } from './http/operation.ts';
import { receiveWebhook } from './news/operations.ts';
import {
  createOrganization,
  retrieveOrganization,
  updateOrganization,
} from './organizations/operations.ts';
import {
  createPaymentMethod,
  deletePaymentMethod,
  listPaymentMethods,
  listPaymentMethodsOfPayer,
  retrievePaymentMethod,
  savePaymentMethod,
  setDefaultPaymentMethod,
  setDefaultPaymentMethodAsPublished,
  updatePaymentMethod,
} from './payment-methods/operations.ts';
import {
  cancelPayment,
  cancelPostCapturePayment,
  capturePayment,
  confirmPayment,
  createPayment,
  manualUpdatePayment,
  retrievePayment,
  syncPostCaptureCancel,
  updatePayment,
} from './payments/operations.ts';
import {
  completePostedRedirect,
  completeRedirect,
  returnFromRedirect,
  returnPostedFromRedirect,
  startRedirect,
} from './payments/redirect-operations.ts';
import {
  createProfile,
  deleteProfile,
  listProfiles,
  retrieveProfile,
  updateProfile,
} from './profiles/operations.ts';
import {
  createRefund,
  manualUpdateRefund,
  retrieveRefund,
  syncRefund,
  updateRefund,
} from './refunds/operations.ts';
import {
  authorizeSandboxPayment,
  captureSandboxPayment,
  completeSandboxChallenge,
  refundSandboxPayment,
  retrieveSandboxPayment,
  retrieveSandboxRefund,
  showSandboxChallenge,
  voidSandboxPayment,
} from './sandbox/operations.ts';
import { listEventAttempts, listUndeliveredEvents, retryEvent } from './webhooks/operations.ts';

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
    retrieveProfile,
    updateProfile,
    createConnectorAccount,
    listConnectorAccounts,
    createCustomer,
    retrieveCustomer,
    updateCustomer,
  ],
  configuration: [
    createOrganization,
    retrieveOrganization,
    updateOrganization,
    deleteAccount,
    retrieveApiKey,
    updateApiKey,
    createProfile,
    deleteProfile,
    retrieveConnectorAccount,
    updateConnectorAccount,
    deleteConnectorAccount,
  ],
  payments: [
    createPayment,
    retrievePayment,
    confirmPayment,
    updatePayment,
    capturePayment,
    cancelPayment,
    cancelPostCapturePayment,
    syncPostCaptureCancel,
    manualUpdatePayment,
    startRedirect,
    returnFromRedirect,
    returnPostedFromRedirect,
    completeRedirect,
    completePostedRedirect,
  ],
  'payment-methods': [
    createPaymentMethod,
    savePaymentMethod,
    retrievePaymentMethod,
    updatePaymentMethod,
    deletePaymentMethod,
    listPaymentMethods,
    listPaymentMethodsOfPayer,
    setDefaultPaymentMethod,
    setDefaultPaymentMethodAsPublished,
  ],
  webhooks: [receiveWebhook],
  refunds: [createRefund, retrieveRefund, syncRefund, updateRefund, manualUpdateRefund],
  events: [listEventAttempts, retryEvent, listUndeliveredEvents],
} satisfies Record<string, readonly Operation[]>;

export const operations: readonly Operation[] = Object.values(operationsByStack).flat();

/** The routes of the sandbox processor, which is a service of its own. */
export const sandboxOperations: readonly Operation[] = [
  authorizeSandboxPayment,
  retrieveSandboxPayment,
  captureSandboxPayment,
  voidSandboxPayment,
  refundSandboxPayment,
  retrieveSandboxRefund,
  showSandboxChallenge,
  completeSandboxChallenge,
];
