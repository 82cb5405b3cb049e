import {
  createAccount,
  deleteAccount,
  retrieveAccount,
  retrieveStorageSwitch,
  switchStorage,
  updateAccount,
} from '#merchants/accounts/operations.ts';
import {
  createApiKey,
  listApiKeys,
  retrieveApiKey,
  revokeApiKey,
  updateApiKey,
} from '#merchants/api-keys/operations.ts';
import {
  checkConnectorCredentials,
  createConnectorAccount,
  deleteConnectorAccount,
  listConnectorAccounts,
  listConnectorAccountsOfProfile,
  registerConnectorWebhook,
  retrieveConnectorAccount,
  updateConnectorAccount,
} from '#merchants/connector-accounts/operations.ts';
import { createEphemeralKey, deleteEphemeralKey } from '#merchants/ephemeral-keys/operations.ts';
import {
  createOrganization,
  retrieveOrganization,
  updateOrganization,
} from '#merchants/organizations/operations.ts';
import {
  createProfileAcquirer,
  updateProfileAcquirer,
} from '#merchants/profile-acquirers/operations.ts';
import {
  createProfile,
  deleteProfile,
  listOwnProfiles,
  listProfiles,
  retrieveProfile,
  toggleConnectorAgnosticMit,
  toggleExtendedCardInfo,
  updateProfile,
} from '#merchants/profiles/operations.ts';
import {
  createCardBin,
  retrieveCardBin,
  updateCardBin,
  updateCardBins,
} from '#operator/card-bins/operations.ts';
import {
  createCardIssuer,
  deleteCardIssuer,
  listCardIssuers,
  updateCardIssuer,
} from '#operator/card-issuers/operations.ts';
import { retrieveFeatureMatrix } from '#operator/feature-matrix/operations.ts';
import {
  convertAmount,
  retrieveExchangeRates,
  setExchangeRates,
} from '#operator/forex/operations.ts';
import {
  createGsmRule,
  deleteGsmRule,
  retrieveGsmRule,
  updateGsmRule,
} from '#operator/gsm/operations.ts';
import { checkHealth, checkReadiness } from '#operator/health/operations.ts';
import { acceptSdkLogs } from '#operator/sdk-logs/operations.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import {
  authenticateSandboxCustomer,
  retrieveSandboxAuthentication,
} from '#sandbox/authentication-operations.ts';
import {
  extendSandboxPayment,
  incrementSandboxPayment,
} from '#sandbox/authorization-operations.ts';
import {
  exchangeSandboxToken,
  listSandboxBankAccounts,
  openSandboxLink,
} from '#sandbox/bank-account-operations.ts';
import {
  acceptSandboxDispute,
  listSandboxDisputes,
  retrieveSandboxDispute,
  submitSandboxEvidence,
} from '#sandbox/dispute-operations.ts';
import { revokeSandboxMandate, verifySandboxMeans } from '#sandbox/mandate-operations.ts';
import {
  authorizeSandboxPayment,
  captureSandboxPayment,
  completeSandboxChallenge,
  refundSandboxPayment,
  retrieveSandboxPayment,
  retrieveSandboxRefund,
  showSandboxChallenge,
  voidSandboxPayment,
} from '#sandbox/operations.ts';
import {
  cancelSandboxPayout,
  createSandboxPayout,
  fulfillSandboxPayout,
  retrieveSandboxPayout,
} from '#sandbox/payout-operations.ts';
import { checkSandboxRisk } from '#sandbox/risk-operations.ts';
import { calculateSandboxTax } from '#sandbox/tax-operations.ts';
import { openSandboxWalletSession } from '#sandbox/wallet-session-operations.ts';
import {
  authenticateCustomer,
  checkAuthenticationEligibility,
  createAuthentication,
  openAuthenticationSessions,
  retrieveEligibilityCheck,
  returnAuthentication,
  returnPostedAuthentication,
  submitEligibilityCheck,
  syncAuthentication,
} from '#switch/authentications/operations.ts';
import {
  blockCard,
  createBlocklistJob,
  listBlocked,
  listBlocklistJobs,
  retrieveBlocklistJob,
  toggleBlocklist,
  unblockCard,
} from '#switch/blocklist/operations.ts';
import { showCheckout, showCheckoutScript } from '#switch/checkout/operations.ts';
import { createCollectLink, showCollectLink } from '#switch/collect-links/operations.ts';
import {
  createCustomer,
  deleteCustomer,
  retrieveCustomer,
  updateCustomer,
} from '#switch/customers/operations.ts';
import { fetchDisputes } from '#switch/disputes/fetch-operation.ts';
import {
  countDisputes,
  countDisputesOfProfile,
  listDisputeFilters,
  listDisputeFiltersOfProfile,
  listDisputes,
  listDisputesOfProfile,
} from '#switch/disputes/list-operations.ts';
import {
  acceptDispute,
  attachEvidence,
  deleteEvidence,
  listEvidence,
  retrieveDispute,
  submitEvidence,
} from '#switch/disputes/operations.ts';
import { createFile, deleteFile, retrieveFile } from '#switch/files/operations.ts';
import {
  checkWebhookAddress,
  receiveWebhook,
  receiveWebhookByPut,
} from '#switch/incoming-webhooks/operations.ts';
import {
  listMandates,
  listMandatesOfCustomer,
  retrieveMandate,
  revokeMandate,
} from '#switch/mandates/operations.ts';
import {
  listPaymentLinks,
  retrievePaymentLink,
  showEmbeddedPaymentLink,
  showPaymentLink,
  showPaymentLinkStatus,
} from '#switch/payment-links/operations.ts';
import { listForPayment } from '#switch/payment-methods/available/client-list-operations.ts';
import {
  listForMerchant,
  listForMerchantAlias,
} from '#switch/payment-methods/available/merchant-list-operations.ts';
import { retrieveSdkConfig } from '#switch/payment-methods/available/sdk-config-operations.ts';
import {
  exchangeBankAccounts,
  linkBankAccount,
} from '#switch/payment-methods/bank-accounts/operations.ts';
import {
  migratePaymentMethod,
  migratePaymentMethods,
  updatePaymentMethods,
} from '#switch/payment-methods/migration/operations.ts';
import {
  createPaymentMethod,
  deletePaymentMethod,
  listPaymentMethods,
  listPaymentMethodsForCustomer,
  retrievePaymentMethod,
  savePaymentMethod,
  setDefaultPaymentMethod,
  setDefaultPaymentMethodAlias,
  updatePaymentMethod,
} from '#switch/payment-methods/operations.ts';
import {
  extendAuthorization,
  incrementAuthorization,
} from '#switch/payments/authorization-operations.ts';
import { retrieveExtendedCard } from '#switch/payments/extended-card-operations.ts';
import {
  cancelPayment,
  cancelPostCapturePayment,
  capturePayment,
  confirmPayment,
  createPayment,
  manualUpdatePayment,
  retrievePayment,
  syncPayment,
  syncPostCaptureCancel,
  updateMetadata,
  updatePayment,
} from '#switch/payments/operations.ts';
import {
  completeAuthorize,
  completePostedRedirect,
  completeRedirect,
  returnFromAuthentication,
  returnFromRedirect,
  returnPostedFromAuthentication,
  returnPostedFromRedirect,
  startRedirect,
} from '#switch/payments/redirect/operations.ts';
import { checkEligibility, eligibility } from '#switch/payments/risk/eligibility-operations.ts';
import {
  approvePayment,
  rejectPayment,
  updateStatusManually,
} from '#switch/payments/risk/operations.ts';
import { calculateTax } from '#switch/payments/tax-operations.ts';
import { authenticatePayment } from '#switch/payments/three-ds/operations.ts';
import {
  openWalletSessions,
  postSessionTokens,
} from '#switch/payments/wallet-sessions/operations.ts';
import { showPayoutLink } from '#switch/payout-links/operations.ts';
import {
  filterPayouts,
  filterPayoutsOfProfile,
  listPayouts,
  listPayoutsOfProfile,
} from '#switch/payouts/list-operations.ts';
import {
  cancelPayout,
  confirmPayout,
  createPayout,
  fulfillPayout,
  manualUpdatePayout,
  retrievePayout,
  updatePayout,
  updatePayoutAlias,
} from '#switch/payouts/operations.ts';
import { retrievePoll } from '#switch/polls/operations.ts';
import {
  createRefund,
  manualUpdateRefund,
  retrieveRefund,
  syncRefund,
  updateRefund,
} from '#switch/refunds/operations.ts';
import { createRelay, retrieveRelay } from '#switch/relays/operations.ts';
import { decisionOperations } from '#switch/routing/decisions/decision-operations.ts';
import { executeThreeDsDecision } from '#switch/routing/decisions/execute-operations.ts';
import { decideGateway, giveFeedback } from '#switch/routing/dynamic/evaluate-operations.ts';
import { dynamicOperations } from '#switch/routing/dynamic/operations.ts';
import {
  evaluateRouting,
  explainRouting,
  simulateRouting,
} from '#switch/routing/explain-operations.ts';
import { routingOperations } from '#switch/routing/operations.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '#webhooks/endpoints/operations.ts';
import {
  listEventAttempts,
  listUndeliveredEvents,
  retryEvent,
} from '#webhooks/events/operations.ts';
import {
  retrieveEventRetry,
  retryEvents,
  stopEventRetry,
} from '#webhooks/events/retry-operations.ts';
import { listOperations } from './list-operations.ts';

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
    checkReadiness,
    retrieveFeatureMatrix,
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
    checkConnectorCredentials,
    listCardIssuers,
    createCardIssuer,
    updateCardIssuer,
    deleteCardIssuer,
    setExchangeRates,
    retrieveExchangeRates,
    convertAmount,
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
    migratePaymentMethod,
    migratePaymentMethods,
    updatePaymentMethods,
    deletePaymentMethod,
    listPaymentMethods,
    listPaymentMethodsForCustomer,
    setDefaultPaymentMethod,
    setDefaultPaymentMethodAlias,
    linkBankAccount,
    exchangeBankAccounts,
  ],
  webhooks: [receiveWebhook, receiveWebhookByPut, checkWebhookAddress],
  refunds: [createRefund, retrieveRefund, syncRefund, updateRefund, manualUpdateRefund],
  client: [
    acceptSdkLogs,
    createEphemeralKey,
    deleteEphemeralKey,
    listForMerchant,
    listForMerchantAlias,
    listForPayment,
    retrieveSdkConfig,
    checkEligibility,
    eligibility,
    retrieveCardBin,
    createCardBin,
    updateCardBin,
    updateCardBins,
    blockCard,
    unblockCard,
    listBlocked,
    toggleBlocklist,
    createBlocklistJob,
    listBlocklistJobs,
    retrieveBlocklistJob,
    deleteCustomer,
  ],
  disputes: [
    listDisputes,
    listDisputesOfProfile,
    listDisputeFilters,
    listDisputeFiltersOfProfile,
    countDisputes,
    countDisputesOfProfile,
    retrieveDispute,
    acceptDispute,
    submitEvidence,
    attachEvidence,
    listEvidence,
    deleteEvidence,
    fetchDisputes,
    createFile,
    retrieveFile,
    deleteFile,
  ],
  payouts: [
    createPayout,
    retrievePayout,
    updatePayout,
    updatePayoutAlias,
    confirmPayout,
    fulfillPayout,
    cancelPayout,
    manualUpdatePayout,
    listPayouts,
    listPayoutsOfProfile,
    filterPayouts,
    filterPayoutsOfProfile,
  ],
  mandates: [listMandates, retrieveMandate, revokeMandate, listMandatesOfCustomer],
  events: [
    listEventAttempts,
    retryEvent,
    retryEvents,
    retrieveEventRetry,
    stopEventRetry,
    listUndeliveredEvents,
    createWebhookEndpoint,
    listWebhookEndpoints,
    retrieveWebhookEndpoint,
    updateWebhookEndpoint,
    deleteWebhookEndpoint,
    testWebhookEndpoint,
  ],
  'payment-operations': [
    incrementAuthorization,
    extendAuthorization,
    retrieveExtendedCard,
    syncPayment,
    completeAuthorize,
    updateMetadata,
    approvePayment,
    rejectPayment,
    updateStatusManually,
    authenticatePayment,
    returnFromAuthentication,
    returnPostedFromAuthentication,
    openWalletSessions,
    postSessionTokens,
    calculateTax,
    createAuthentication,
    checkAuthenticationEligibility,
    authenticateCustomer,
    syncAuthentication,
    returnAuthentication,
    returnPostedAuthentication,
    submitEligibilityCheck,
    retrieveEligibilityCheck,
    openAuthenticationSessions,
  ],
  routing: [
    ...routingOperations,
    ...decisionOperations,
    executeThreeDsDecision,
    explainRouting,
    evaluateRouting,
    simulateRouting,
    ...dynamicOperations,
    decideGateway,
    giveFeedback,
    createGsmRule,
    retrieveGsmRule,
    updateGsmRule,
    deleteGsmRule,
    createProfileAcquirer,
    updateProfileAcquirer,
    toggleExtendedCardInfo,
    toggleConnectorAgnosticMit,
    listOwnProfiles,
    listConnectorAccountsOfProfile,
    registerConnectorWebhook,
    switchStorage,
    retrieveStorageSwitch,
    createRelay,
    retrieveRelay,
    retrievePoll,
  ],
  'payment-links': [
    retrievePaymentLink,
    listPaymentLinks,
    showPaymentLink,
    showEmbeddedPaymentLink,
    showPaymentLinkStatus,
    showCheckout,
    showCheckoutScript,
    showPayoutLink,
    createCollectLink,
    showCollectLink,
  ],
  lists: listOperations,
} satisfies Record<string, readonly Operation[]>;

export const operations: readonly Operation[] = Object.values(operationsByStack).flat();

/** The routes of the sandbox processor, which is a service of its own. */
export const sandboxOperations: readonly Operation[] = [
  authorizeSandboxPayment,
  verifySandboxMeans,
  revokeSandboxMandate,
  retrieveSandboxPayment,
  captureSandboxPayment,
  voidSandboxPayment,
  incrementSandboxPayment,
  extendSandboxPayment,
  checkSandboxRisk,
  authenticateSandboxCustomer,
  retrieveSandboxAuthentication,
  calculateSandboxTax,
  openSandboxLink,
  exchangeSandboxToken,
  listSandboxBankAccounts,
  openSandboxWalletSession,
  refundSandboxPayment,
  retrieveSandboxRefund,
  showSandboxChallenge,
  completeSandboxChallenge,
  retrieveSandboxDispute,
  listSandboxDisputes,
  acceptSandboxDispute,
  submitSandboxEvidence,
  createSandboxPayout,
  retrieveSandboxPayout,
  fulfillSandboxPayout,
  cancelSandboxPayout,
];
