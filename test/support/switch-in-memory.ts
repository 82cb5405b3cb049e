import { setImmediate } from 'node:timers/promises';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { create as createAccount } from '../../functions/accounts/create.ts';
import { remove as deleteAccount } from '../../functions/accounts/delete.ts';
import { list as listAccounts } from '../../functions/accounts/list.ts';
import { retrieve as retrieveAccount } from '../../functions/accounts/retrieve.ts';
import { update as updateAccount } from '../../functions/accounts/update.ts';
import { create as createApiKey } from '../../functions/api-keys/create.ts';
import { list as listApiKeys } from '../../functions/api-keys/list.ts';
import { retrieve as retrieveApiKey } from '../../functions/api-keys/retrieve.ts';
import { revoke as revokeApiKey } from '../../functions/api-keys/revoke.ts';
import { update as updateApiKey } from '../../functions/api-keys/update.ts';
import { create as blockCard } from '../../functions/blocklist/create.ts';
import { remove as unblockCard } from '../../functions/blocklist/delete.ts';
import { list as listBlocked } from '../../functions/blocklist/list.ts';
import { toggle as toggleBlocklist } from '../../functions/blocklist/toggle.ts';
import { create as createCardBin } from '../../functions/card-bins/create.ts';
import { retrieve as retrieveCardBin } from '../../functions/card-bins/retrieve.ts';
import { update as updateCardBin } from '../../functions/card-bins/update.ts';
import { updateBatch as updateCardBins } from '../../functions/card-bins/update-batch.ts';
import { create as createConnectorAccount } from '../../functions/connector-accounts/create.ts';
import { remove as deleteConnectorAccount } from '../../functions/connector-accounts/delete.ts';
import { list as listConnectorAccounts } from '../../functions/connector-accounts/list.ts';
import { retrieve as retrieveConnectorAccount } from '../../functions/connector-accounts/retrieve.ts';
import { update as updateConnectorAccount } from '../../functions/connector-accounts/update.ts';
import { create as createCustomer } from '../../functions/customers/create.ts';
import { remove as deleteCustomer } from '../../functions/customers/delete.ts';
import { list as listCustomers } from '../../functions/customers/list.ts';
import { listWithCount as listCustomersWithCount } from '../../functions/customers/list-with-count.ts';
import { retrieve as retrieveCustomer } from '../../functions/customers/retrieve.ts';
import { update as updateCustomer } from '../../functions/customers/update.ts';
import { accept as acceptDispute } from '../../functions/disputes/accept.ts';
import { aggregate as countDisputes } from '../../functions/disputes/aggregate.ts';
import { aggregateOfProfile as countDisputesOfProfile } from '../../functions/disputes/aggregate-of-profile.ts';
import { attachEvidence } from '../../functions/disputes/attach-evidence.ts';
import { deleteEvidence } from '../../functions/disputes/delete-evidence.ts';
import { filter as listDisputeFilters } from '../../functions/disputes/filter.ts';
import { filterOfProfile as listDisputeFiltersOfProfile } from '../../functions/disputes/filter-of-profile.ts';
import { list as listDisputes } from '../../functions/disputes/list.ts';
import { listEvidence } from '../../functions/disputes/list-evidence.ts';
import { listOfProfile as listDisputesOfProfile } from '../../functions/disputes/list-of-profile.ts';
import { retrieve as retrieveDispute } from '../../functions/disputes/retrieve.ts';
import { submitEvidence } from '../../functions/disputes/submit-evidence.ts';
import { create as createEphemeralKey } from '../../functions/ephemeral-keys/create.ts';
import { remove as deleteEphemeralKey } from '../../functions/ephemeral-keys/delete.ts';
import { attempts as listEventAttempts } from '../../functions/events/attempts.ts';
import { list as listEvents } from '../../functions/events/list.ts';
import { listOfProfile as listEventsOfProfile } from '../../functions/events/list-of-profile.ts';
import { retry as retryEvent } from '../../functions/events/retry.ts';
import { undelivered as listUndeliveredEvents } from '../../functions/events/undelivered.ts';
import { create as createFile } from '../../functions/files/create.ts';
import { remove as deleteFile } from '../../functions/files/delete.ts';
import { retrieve as retrieveFile } from '../../functions/files/retrieve.ts';
import { check as checkHealth } from '../../functions/health/check.ts';
import { receive as receiveWebhook } from '../../functions/incoming-webhooks/receive.ts';
import { list as listMandates } from '../../functions/mandates/list.ts';
import { listOfCustomer as listMandatesOfCustomer } from '../../functions/mandates/list-of-customer.ts';
import { retrieve as retrieveMandate } from '../../functions/mandates/retrieve.ts';
import { revoke as revokeMandate } from '../../functions/mandates/revoke.ts';
import { create as createOrganization } from '../../functions/organizations/create.ts';
import { retrieve as retrieveOrganization } from '../../functions/organizations/retrieve.ts';
import { update as updateOrganization } from '../../functions/organizations/update.ts';
import { list as listPaymentLinks } from '../../functions/payment-links/list.ts';
import { retrieve as retrievePaymentLink } from '../../functions/payment-links/retrieve.ts';
import { show as showPaymentLink } from '../../functions/payment-links/show.ts';
import { showEmbedded as showEmbeddedPaymentLink } from '../../functions/payment-links/show-embedded.ts';
import { showStatus as showPaymentLinkStatus } from '../../functions/payment-links/show-status.ts';
import { create as createPaymentMethod } from '../../functions/payment-methods/create.ts';
import { remove as deletePaymentMethod } from '../../functions/payment-methods/delete.ts';
import { list as listPaymentMethods } from '../../functions/payment-methods/list.ts';
import { listForCustomer as listPaymentMethodsForCustomer } from '../../functions/payment-methods/list-for-customer.ts';
import { listAvailable } from '../../functions/payment-methods/list-for-merchant.ts';
import { listAlias } from '../../functions/payment-methods/list-for-merchant-alias.ts';
import { retrieve as retrievePaymentMethod } from '../../functions/payment-methods/retrieve.ts';
import { save as savePaymentMethod } from '../../functions/payment-methods/save.ts';
import { setDefault as setDefaultPaymentMethod } from '../../functions/payment-methods/set-default.ts';
import { setDefaultAsPublished as setDefaultPaymentMethodAlias } from '../../functions/payment-methods/set-default-alias.ts';
import { update as updatePaymentMethod } from '../../functions/payment-methods/update.ts';
import { approve as approvePayment } from '../../functions/payments/approve.ts';
import { authenticate as authenticatePayment } from '../../functions/payments/authenticate.ts';
import { authenticateReturn } from '../../functions/payments/authenticate-return.ts';
import { authenticateReturnPosted } from '../../functions/payments/authenticate-return-posted.ts';
import { calculateTax } from '../../functions/payments/calculate-tax.ts';
import { cancel as cancelPayment } from '../../functions/payments/cancel.ts';
import { cancelPostCapture as cancelPostCapturePayment } from '../../functions/payments/cancel-post-capture.ts';
import { capture as capturePayment } from '../../functions/payments/capture.ts';
import { complete as completeRedirect } from '../../functions/payments/complete.ts';
import { complete as completeAuthorize } from '../../functions/payments/complete-authorize.ts';
import { completePosted } from '../../functions/payments/complete-posted.ts';
import { confirm as confirmPayment } from '../../functions/payments/confirm.ts';
import { create as createPayment } from '../../functions/payments/create.ts';
import { eligibility } from '../../functions/payments/eligibility.ts';
import { eligibilityCheck as checkEligibility } from '../../functions/payments/eligibility-check.ts';
import { extend as extendAuthorization } from '../../functions/payments/extend-authorization.ts';
import { filter as filterPayments } from '../../functions/payments/filter.ts';
import { filterOfProfile as filterPaymentsOfProfile } from '../../functions/payments/filter-of-profile.ts';
import { increment as incrementAuthorization } from '../../functions/payments/incremental-authorization.ts';
import { list as listPayments } from '../../functions/payments/list.ts';
import { listOfProfile as listPaymentsOfProfile } from '../../functions/payments/list-of-profile.ts';
import { listMethodsOfPayment as listForPayment } from '../../functions/payments/list-payment-methods.ts';
import { updateStatus as updateStatusByHand } from '../../functions/payments/manual-status-update.ts';
import { manualUpdate as manualUpdatePayment } from '../../functions/payments/manual-update.ts';
import { redirect as startRedirect } from '../../functions/payments/redirect.ts';
import { reject as rejectPayment } from '../../functions/payments/reject.ts';
import { retrieve as retrievePayment } from '../../functions/payments/retrieve.ts';
import { returned } from '../../functions/payments/return.ts';
import { returnPosted } from '../../functions/payments/return-posted.ts';
import { sessionTokens } from '../../functions/payments/session-tokens.ts';
import { sync as syncPayment } from '../../functions/payments/sync.ts';
import { syncPostCapture as syncPostCaptureCancel } from '../../functions/payments/sync-post-capture-cancel.ts';
import { update as updatePayment } from '../../functions/payments/update.ts';
import { updateMetadata } from '../../functions/payments/update-metadata.ts';
import { cancel as cancelPayout } from '../../functions/payouts/cancel.ts';
import { confirm as confirmPayout } from '../../functions/payouts/confirm.ts';
import { create as createPayout } from '../../functions/payouts/create.ts';
import { filter as filterPayouts } from '../../functions/payouts/filter.ts';
import { filterOfProfile as filterPayoutsOfProfile } from '../../functions/payouts/filter-of-profile.ts';
import { fulfill as fulfillPayout } from '../../functions/payouts/fulfill.ts';
import { list as listPayouts } from '../../functions/payouts/list.ts';
import { listOfProfile as listPayoutsOfProfile } from '../../functions/payouts/list-of-profile.ts';
import { manualUpdate as manualUpdatePayout } from '../../functions/payouts/manual-update.ts';
import { retrieve as retrievePayout } from '../../functions/payouts/retrieve.ts';
import { update as updatePayout } from '../../functions/payouts/update.ts';
import { updateAlias as updatePayoutAsPublished } from '../../functions/payouts/update-alias.ts';
import { create as createProfile } from '../../functions/profiles/create.ts';
import { remove as deleteProfile } from '../../functions/profiles/delete.ts';
import { list as listProfiles } from '../../functions/profiles/list.ts';
import { retrieve as retrieveProfile } from '../../functions/profiles/retrieve.ts';
import { update as updateProfile } from '../../functions/profiles/update.ts';
import { create as createRefund } from '../../functions/refunds/create.ts';
import { list as listRefunds } from '../../functions/refunds/list.ts';
import { listOfProfile as listRefundsOfProfile } from '../../functions/refunds/list-of-profile.ts';
import { manualUpdate as manualUpdateRefund } from '../../functions/refunds/manual-update.ts';
import { retrieve as retrieveRefund } from '../../functions/refunds/retrieve.ts';
import { sync as syncRefund } from '../../functions/refunds/sync.ts';
import { update as updateRefund } from '../../functions/refunds/update.ts';
import { acceptDispute as acceptSandboxDispute } from '../../functions/sandbox/accept-dispute.ts';
import { authenticate as authenticateSandboxCustomer } from '../../functions/sandbox/authenticate.ts';
import { authorize as authorizeSandboxPayment } from '../../functions/sandbox/authorize.ts';
import { calculateTax as calculateSandboxTax } from '../../functions/sandbox/calculate-tax.ts';
import { cancelPayout as cancelSandboxPayout } from '../../functions/sandbox/cancel-payout.ts';
import { capture as captureSandboxPayment } from '../../functions/sandbox/capture.ts';
import { challenge as showSandboxChallenge } from '../../functions/sandbox/challenge.ts';
import { checkRisk as checkSandboxRisk } from '../../functions/sandbox/check-risk.ts';
import { complete as completeSandboxChallenge } from '../../functions/sandbox/complete.ts';
import { createPayout as createSandboxPayout } from '../../functions/sandbox/create-payout.ts';
import { extend as extendSandboxPayment } from '../../functions/sandbox/extend.ts';
import { fulfillPayout as fulfillSandboxPayout } from '../../functions/sandbox/fulfill-payout.ts';
import { increment as raiseSandboxPayment } from '../../functions/sandbox/increment.ts';
import { refund as refundSandboxPayment } from '../../functions/sandbox/refund.ts';
import { retrieve as retrieveSandboxPayment } from '../../functions/sandbox/retrieve.ts';
import { retrieveAuthentication as retrieveSandboxAuthentication } from '../../functions/sandbox/retrieve-authentication.ts';
import { retrieveDispute as retrieveSandboxDispute } from '../../functions/sandbox/retrieve-dispute.ts';
import { retrievePayout as retrieveSandboxPayout } from '../../functions/sandbox/retrieve-payout.ts';
import { retrieveRefund as retrieveSandboxRefund } from '../../functions/sandbox/retrieve-refund.ts';
import { revokeMandate as revokeSandboxMandate } from '../../functions/sandbox/revoke-mandate.ts';
import { submitEvidence as submitSandboxEvidence } from '../../functions/sandbox/submit-evidence.ts';
import { verify as verifySandboxMeans } from '../../functions/sandbox/verify.ts';
import { voidPayment as voidSandboxPayment } from '../../functions/sandbox/void.ts';
import { configurationStore } from '../../shared/accounts/configuration-store.ts';
import { apiKeyStore } from '../../shared/api-keys/api-key-store.ts';
import { blocklistStore } from '../../shared/blocklist/blocklist-store.ts';
import { screeningStore } from '../../shared/blocklist/screening-store.ts';
import { cachedCardRanges } from '../../shared/card-bins/cached-card-ranges.ts';
import { cardBinStore } from '../../shared/card-bins/card-bin-store.ts';
import { httpConnectors } from '../../shared/connectors/connectors.ts';
import { connectorNamed } from '../../shared/connectors/registry.ts';
import { customerStore } from '../../shared/customers/customer-store.ts';
import { disputeStore } from '../../shared/disputes/dispute-store.ts';
import { ephemeralKeyStore } from '../../shared/ephemeral-keys/ephemeral-key-store.ts';
import { eventStore } from '../../shared/events/event-store.ts';
import { fileRecords } from '../../shared/files/file-records.ts';
import { withUnifiedErrors } from '../../shared/gsm/unified-errors.ts';
import { adminKeyFrom } from '../../shared/http/admin-key.ts';
import { authenticator } from '../../shared/http/authenticate.ts';
import type { Send } from '../../shared/http/egress.ts';
import type { Implemented } from '../../shared/http/implement.ts';
import { lambdaOver } from '../../shared/http/lambda.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { randomText } from '../../shared/ids.ts';
import { listsOver } from '../../shared/lists/read-list.ts';
import { cachedShards } from '../../shared/lists/shards.ts';
import { logTo } from '../../shared/log.ts';
import { mandateStore } from '../../shared/mandates/mandate-store.ts';
import type { MetricName } from '../../shared/metrics.ts';
import { operations, sandboxOperations } from '../../shared/operations.ts';
import { organizationStore } from '../../shared/organizations/organization-store.ts';
import { paymentLinkStore } from '../../shared/payment-links/payment-link-store.ts';
import { paymentMethodStore } from '../../shared/payment-methods/payment-method-store.ts';
import { paymentStore } from '../../shared/payments/payment-store.ts';
import { syncTurns } from '../../shared/payments/redirect/sync-turns.ts';
import { payoutStore } from '../../shared/payouts/payout-store.ts';
import type { RefundLimits } from '../../shared/refunds/check-refund.ts';
import { refundStore } from '../../shared/refunds/refund-store.ts';
import { tableLedger } from '../../shared/sandbox/ledger-store.ts';
import { tablePayoutLedger } from '../../shared/sandbox/payout-ledger-store.ts';
import { merchantSecrets } from '../../shared/secrets/merchant-secrets.ts';
import type { Item, TablePort } from '../../shared/table/port.ts';
import { tableOver } from '../../shared/table/table.ts';
import { grantedPort } from './granted-port.ts';
import { memoryFiles } from './memory-files.ts';
import { memoryKeys } from './memory-keys.ts';
import { memoryPort } from './memory-table.ts';
import { sandboxProcessor, sandboxUrl } from './sandbox-processor.ts';
import { routingServices, serveRouting } from './serve-routing.ts';
import { type AVault, aVault } from './vault/a-vault.ts';

export const adminKey = 'test_admin';

/** A request as API Gateway hands it to a function, as far as a test cares. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form, instead of `body`: texts, and files. */
  readonly form?: Readonly<Record<string, string | Blob>> | undefined;
  /** Sent as it is, instead of `body`. */
  readonly text?: string | undefined;
  readonly base64?: boolean | undefined;
  /** Sent as they are, instead of `text`. */
  readonly bytes?: Uint8Array | undefined;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of the invocation; another one each time unless said otherwise. */
  readonly invocation?: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The JSON of the answer, whatever it is; undefined when it is none. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export type Container = ReturnType<typeof container>;

/** Things that outlive a container: merchants' keys, the time, what was logged, the processor. */
export interface SwitchDependencies {
  /** The bytes of files that were uploaded; without it, none at first. */
  readonly files?: ReturnType<typeof memoryFiles>;
  readonly keys: ReturnType<typeof memoryKeys>;
  readonly clock: { now: Date };
  readonly logged: string[];
  readonly processor: ReturnType<typeof sandboxProcessor>;
  /** Where the cards are. */
  readonly vault: AVault;
  /** Stands between the switch and the processor. */
  send: Send;
  /** How often and how long payments may be refunded; as by default without it. */
  readonly refundLimits?: RefundLimits;
  /** A merchant's server; without one it answers 200 to everything. */
  readonly receiver?: Send;
  /** The adapters for processors' webhooks; without it, our own. */
  readonly connectorNamed?: typeof connectorNamed;
  /** Milliseconds until the function is stopped; without it as many as at its start. */
  readonly remainingMs?: () => number;
  /** How the time passes for which a processor wants to be left alone; without it, it really does. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

export function switchDependencies(): SwitchDependencies {
  const processor = sandboxProcessor();
  processor.clock.now = new Date();
  return {
    keys: memoryKeys(),
    clock: { now: new Date() },
    logged: [],
    processor,
    vault: aVault(),
    files: memoryFiles(),
    send: processor.send,
  };
}

/**
 * Every operation as in one warm container over this port: keys are remembered and configuration is
 * kept for as long as the clock stands still.
 */
export function container(port: TablePort, dependencies: SwitchDependencies) {
  const grants = grantedPort(port);
  const table = tableOver(grants.port);
  const log = logTo((line) => dependencies.logged.push(line));
  const ofRouting = routingServices(table, () => dependencies.clock.now);
  const shards = cachedShards(table, () => dependencies.clock.now.getTime());
  const services = {
    ...ofRouting,
    configurations: configurationStore(table, () => dependencies.clock.now.getTime()),
    keys: dependencies.keys,
    secrets: merchantSecrets(dependencies.keys),
    apiKeys: apiKeyStore(table),
    organizations: organizationStore(table),
    customers: customerStore(table),
    shards,
    lists: listsOver(table, shards),
    ephemeralKeys: ephemeralKeyStore(table),
    blocklist: blocklistStore(table),
    mandates: mandateStore(table),
    screening: screeningStore(table),
    cardBins: cardBinStore(table),
    cardRanges: cachedCardRanges(cardBinStore(table), {
      clock: () => dependencies.clock.now.getTime(),
      log,
    }),
    payments: paymentStore(table),
    paymentLinks: paymentLinkStore(table),
    vault: dependencies.vault.cards,
    codes: dependencies.vault.codes,
    paymentMethods: paymentMethodStore(table),
    refunds: refundStore(table),
    disputes: disputeStore(table),
    fileRecords: fileRecords(table),
    files: dependencies.files ?? memoryFiles(),
    limits: dependencies.refundLimits ?? { most: 10, days: 365 },
    table,
    events: eventStore(table),
    payouts: payoutStore(table),
    ledger: tableLedger(table),
    payoutLedger: tablePayoutLedger(table),
    notifications: { send: async () => {} },
    pause: async () => {},
    syncTurns: syncTurns(table),
    // Time passes for all who wait at once, when everybody else has done what they could.
    wait:
      dependencies.pause ??
      (async (ms: number) => {
        const until = dependencies.clock.now.getTime() + ms;
        for (let turn = 0; turn < 100; turn += 1) await setImmediate();
        dependencies.clock.now = new Date(Math.max(until, dependencies.clock.now.getTime()));
      }),
    environment: 'snd',
    testConnectors: true,
    sandboxUrl,
    connectors: (request: { remainingMs(): number; readonly requestId: string }) =>
      withUnifiedErrors(
        httpConnectors({
          ...request,
          send: (...sent) => dependencies.send(...sent),
          log,
          sandboxUrl,
          ...(dependencies.pause && { pause: dependencies.pause }),
        }),
        { rules: ofRouting.keptRules, log },
      ),
    random: () => 0.5,
    connectorNamed: dependencies.connectorNamed ?? connectorNamed,
    log,
    metric: (name: MetricName) => {
      dependencies.logged.push(`metric ${name}`);
    },
    clock: () => dependencies.clock.now,
    switchUrl: 'https://switch.test',
    send: dependencies.receiver ?? takesAll,
    loopback: false,
  };
  const edge = {
    authenticator: authenticator(
      () => table,
      adminKeyFrom(async () => adminKey),
      'snd',
    ),
    table: () => table,
    log,
    clock: () => dependencies.clock.now,
  };
  /** A handler is made when it is first asked: most tests ask a few of two hundred. */
  const serve = <O extends Operation, Loaded>(
    implemented: Implemented<O, typeof services, Loaded>,
  ) => {
    const make = () =>
      lambdaOver(
        implemented,
        () => services,
        () => edge,
      );
    let handler: ReturnType<typeof make> | undefined;
    const made = () => {
      handler ??= make();
      return handler;
    };
    return [implemented.operation.name, made] as const;
  };
  const { remainingMs = () => 28_000 } = dependencies;
  const context = { getRemainingTimeInMillis: remainingMs } as Context; // All that we use of it.
  const handlers = new Map<string, ReturnType<typeof serve>[1]>([
    serve(checkHealth),
    serve(createAccount),
    serve(retrieveAccount),
    serve(updateAccount),
    serve(createApiKey),
    serve(listApiKeys),
    serve(revokeApiKey),
    serve(listProfiles),
    serve(retrieveProfile),
    serve(updateProfile),
    serve(createConnectorAccount),
    serve(listConnectorAccounts),
    serve(createOrganization),
    serve(retrieveOrganization),
    serve(updateOrganization),
    serve(deleteAccount),
    serve(retrieveApiKey),
    serve(updateApiKey),
    serve(createProfile),
    serve(deleteProfile),
    serve(retrieveConnectorAccount),
    serve(updateConnectorAccount),
    serve(deleteConnectorAccount),
    serve(createCustomer),
    serve(retrieveCustomer),
    serve(updateCustomer),
    serve(createPaymentMethod),
    serve(savePaymentMethod),
    serve(retrievePaymentMethod),
    serve(updatePaymentMethod),
    serve(deletePaymentMethod),
    serve(listPaymentMethods),
    serve(listPaymentMethodsForCustomer),
    serve(setDefaultPaymentMethod),
    serve(setDefaultPaymentMethodAlias),
    serve(createEphemeralKey),
    serve(blockCard),
    serve(unblockCard),
    serve(listBlocked),
    serve(toggleBlocklist),
    serve(retrieveCardBin),
    serve(createCardBin),
    serve(updateCardBin),
    serve(updateCardBins),
    serve(deleteCustomer),
    serve(listAvailable),
    serve(listAlias),
    serve(listForPayment),
    serve(checkEligibility),
    serve(eligibility),
    serve(deleteEphemeralKey),
    serve(retrievePaymentLink),
    serve(listPaymentLinks),
    serve(showPaymentLink),
    serve(showEmbeddedPaymentLink),
    serve(showPaymentLinkStatus),
    serve(createPayment),
    serve(retrievePayment),
    serve(confirmPayment),
    serve(updatePayment),
    serve(capturePayment),
    serve(cancelPayment),
    serve(cancelPostCapturePayment),
    serve(syncPostCaptureCancel),
    serve(manualUpdatePayment),
    serve(incrementAuthorization),
    serve(extendAuthorization),
    serve(syncPayment),
    serve(completeAuthorize),
    serve(updateMetadata),
    serve(approvePayment),
    serve(rejectPayment),
    serve(updateStatusByHand),
    serve(authenticatePayment),
    serve(authenticateReturn),
    serve(authenticateReturnPosted),
    serve(sessionTokens),
    serve(calculateTax),
    serve(createRefund),
    serve(retrieveRefund),
    serve(syncRefund),
    serve(updateRefund),
    serve(manualUpdateRefund),
    serve(listEventAttempts),
    serve(retryEvent),
    serve(listUndeliveredEvents),
    serve(startRedirect),
    serve(returned),
    serve(returnPosted),
    serve(completeRedirect),
    serve(completePosted),
    serve(listDisputes),
    serve(listDisputesOfProfile),
    serve(listDisputeFilters),
    serve(listDisputeFiltersOfProfile),
    serve(countDisputes),
    serve(countDisputesOfProfile),
    serve(retrieveDispute),
    serve(acceptDispute),
    serve(submitEvidence),
    serve(attachEvidence),
    serve(listEvidence),
    serve(deleteEvidence),
    serve(createFile),
    serve(retrieveFile),
    serve(deleteFile),
    serve(receiveWebhook),
    ...serveRouting(serve),
    serve(createPayout),
    serve(retrievePayout),
    serve(updatePayout),
    serve(updatePayoutAsPublished),
    serve(confirmPayout),
    serve(fulfillPayout),
    serve(cancelPayout),
    serve(manualUpdatePayout),
    serve(listPayouts),
    serve(listPayoutsOfProfile),
    serve(filterPayouts),
    serve(filterPayoutsOfProfile),
    serve(createSandboxPayout),
    serve(retrieveSandboxPayout),
    serve(fulfillSandboxPayout),
    serve(cancelSandboxPayout),
    serve(listMandates),
    serve(retrieveMandate),
    serve(revokeMandate),
    serve(listMandatesOfCustomer),
    serve(verifySandboxMeans),
    serve(revokeSandboxMandate),
    serve(listAccounts),
    serve(listCustomers),
    serve(listCustomersWithCount),
    serve(listEvents),
    serve(listEventsOfProfile),
    serve(filterPayments),
    serve(filterPaymentsOfProfile),
    serve(listPayments),
    serve(listPaymentsOfProfile),
    serve(listRefunds),
    serve(listRefundsOfProfile),
    serve(authorizeSandboxPayment),
    serve(retrieveSandboxPayment),
    serve(captureSandboxPayment),
    serve(voidSandboxPayment),
    serve(raiseSandboxPayment),
    serve(extendSandboxPayment),
    serve(checkSandboxRisk),
    serve(authenticateSandboxCustomer),
    serve(retrieveSandboxAuthentication),
    serve(calculateSandboxTax),
    serve(refundSandboxPayment),
    serve(retrieveSandboxRefund),
    serve(showSandboxChallenge),
    serve(completeSandboxChallenge),
    serve(retrieveSandboxDispute),
    serve(acceptSandboxDispute),
    serve(submitSandboxEvidence),
  ]);

  return {
    services,
    /** Asks an operation by its name, as a client does. */
    async ask(name: string, request: Ask = {}): Promise<Answer> {
      const operation = [...operations, ...sandboxOperations].find((one) => one.name === name);
      const handler = handlers.get(name)?.();
      if (!operation || !handler) throw new Error(`The switch in memory does not serve ${name}.`);
      const event = eventOf(operation, {
        invocation: randomText(16),
        ...(await withForm(request)),
      });
      const result = await grants.as(operation, () => handler(event, context));
      const { statusCode = 200, headers = {}, body: sent = '' } = result;
      // Bytes are shown as text, a character each.
      const text = result.isBase64Encoded ? Buffer.from(sent, 'base64').toString('latin1') : sent;
      return {
        status: statusCode,
        headers: Object.fromEntries(
          Object.entries(headers).map(([header, value]) => [header, String(value)]),
        ),
        text,
        body: headers['content-type'] === 'application/json' ? JSON.parse(text) : undefined,
      };
    },
  };
}

/** The same request with its form as bytes, the way a browser sends it. */
async function withForm({ form, ...request }: Ask): Promise<Ask> {
  if (!form) return request;
  const data = new FormData();
  for (const [name, part] of Object.entries(form)) data.append(name, part);
  const sent = new Response(data);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '', ...request.headers };
  return { ...request, headers, bytes: new Uint8Array(await sent.arrayBuffer()) };
}

const takesAll: Send = async () => ({
  kind: 'answered',
  response: { status: 200, headers: {}, body: '' },
});

/** What API Gateway makes of a request, in its payload format 2.0. */
export function eventOf({ method, path }: Operation, request: Ask): APIGatewayProxyEventV2 {
  const { params = {}, query, body, key, base64 = false } = request;
  const text = request.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const rawPath = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'api-key': key }),
      ...request.headers,
    },
    ...(Object.keys(params).length > 0 && { pathParameters: { ...params } }),
    ...(query && { queryStringParameters: { ...query } }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'switch.test',
      domainPrefix: 'switch',
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: '192.0.2.7',
        userAgent: 'test',
      },
      requestId: request.invocation ?? 'req_test',
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '01/Jan/2026:00:00:00 +0000',
      timeEpoch: 1_767_225_600_000,
    },
    ...(text !== undefined && { body: base64 ? Buffer.from(text).toString('base64') : text }),
    ...(request.bytes && { body: Buffer.from(request.bytes).toString('base64') }),
    isBase64Encoded: base64 || request.bytes !== undefined,
  };
}

/** A switch with nothing in it, or with what another one had. */
export function switchInMemory(items: readonly Item[] = [], dependencies = switchDependencies()) {
  const port = memoryPort(items);
  return { port, dependencies, ...container(port, dependencies) };
}

export interface Merchant {
  readonly id: string;
  readonly key: string;
  readonly publishableKey: string;
  readonly profileId: string;
}

/** Takes on a merchant with a key, a profile and a connector, the way an operator does it. */
export async function aMerchant(
  { ask }: Container,
  id = 'merchant_example',
  account: object = {},
): Promise<Merchant> {
  const byAdmin = async (name: string, request: Ask) => {
    const { status, body } = await ask(name, { key: adminKey, ...request });
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return body;
  };
  const created = await byAdmin('accounts.create', { body: { merchant_id: id, ...account } });
  const { api_key: key } = await byAdmin('api-keys.create', {
    params: { merchant_id: id },
    body: { name: 'Till backend' },
  });
  await byAdmin('connector-accounts.create', {
    params: { account_id: id },
    body: {
      connector_type: 'payment_processor',
      connector_name: 'stripe_test',
      connector_account_details: { auth_type: 'HeaderKey', api_key: `key of ${id}` },
      payment_methods_enabled: [
        {
          payment_method: 'card',
          payment_method_types: [
            { payment_method_type: 'credit' },
            { payment_method_type: 'debit' },
          ],
        },
      ],
    },
  });
  return {
    id,
    key,
    publishableKey: created.publishable_key,
    profileId: created.default_profile,
  };
}

/** A payment as an ordinary shop asks for one, with all that such a shop knows; change what matters. */
export const aPaymentRequest = (changes: object = {}) => ({
  amount: 6_540,
  currency: 'USD',
  capture_method: 'automatic',
  authentication_type: 'no_three_ds',
  description: 'Order 10017: two pairs of shoes',
  return_url: 'https://shop.example/return?order=10017',
  email: 'joseph.doe@example.com',
  name: 'Joseph Doe',
  phone: '8056594427',
  phone_country_code: '+1',
  statement_descriptor_name: 'Shoes',
  statement_descriptor_suffix: 'Example',
  billing: anAddress,
  shipping: anAddress,
  order_details: [{ product_name: 'Shoes', quantity: 2, amount: 3_270 }],
  metadata: { order_id: '10017', channel: 'web', campaign: 'autumn' },
  browser_info: {
    user_agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0',
    accept_header: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
    language: 'en-US',
    color_depth: 24,
    screen_height: 1_080,
    screen_width: 1_920,
    time_zone: -120,
    java_enabled: false,
    java_script_enabled: true,
    ip_address: '192.0.2.7',
  },
  ...changes,
});

const anAddress = {
  address: {
    line1: '1467',
    line2: 'Harrison Street',
    line3: 'Harrison Street',
    city: 'San Francisco',
    state: 'California',
    zip: '94122',
    country: 'US',
    first_name: 'Joseph',
    last_name: 'Doe',
  },
  phone: { number: '8056594427', country_code: '+1' },
  email: 'joseph.doe@example.com',
};
