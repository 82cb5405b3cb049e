import type { PaymentFeature } from '#connectors/interface/about.ts';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type { PaymentOutcome, Reference } from '#connectors/interface/payments.ts';
import type { RefundOutcome, RefundReference } from '#connectors/interface/refunds.ts';
import { isSwitchError, SwitchError } from '#platform/errors.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { applyRelayOutcome, applyTransaction, type Relay, type RelayInput } from './relay.ts';
import type { RelayStore } from './relay-store.ts';

/** The services that send relays. */
export type RelayServices = Pick<
  PaymentServices,
  'configurations' | 'secrets' | 'connectors' | 'clock'
> & { readonly relays: RelayStore };

interface ConnectorCall {
  remainingMs(): number;
  readonly requestId: string;
}

const features: Readonly<Record<RelayInput['type'], PaymentFeature>> = {
  refund: 'refund',
  capture: 'capture',
  incremental_authorization: 'increment',
  void: 'void',
};

/**
 * Opens the connector account of the transaction, before anything is saved that could then not be
 * sent.
 *
 * @throws SwitchError `connector_account_not_found`, `not_implemented`
 */
export async function relayTarget(
  { merchantId, profileId }: { readonly merchantId: string; readonly profileId?: string },
  { accountId, type }: { readonly accountId: string; readonly type: RelayInput['type'] },
  { configurations, secrets, connectors }: RelayServices,
) {
  const { configuration, account } = await configurations.decide(merchantId, (configuration) => {
    const account = configuration.connectorAccounts.find(({ id }) => id === accountId);
    const isOwn = profileId === undefined || account?.profileId === profileId;
    if (!account || !isOwn) throw new SwitchError('connector_account_not_found');
    return { configuration, account };
  });
  const { canDo: supports } = connectors({ remainingMs: () => 0, requestId: '' });
  if (!supports(account, features[type])) {
    throw new SwitchError('not_implemented', {
      what: `${flowNames[type]} flow for ${account.connectorName}`,
    });
  }
  return { account, access: await openConnectorAccess(account, configuration, secrets) };
}

const flowNames: Readonly<Record<RelayInput['type'], string>> = {
  refund: 'Refund',
  capture: 'Capture',
  incremental_authorization: 'Incremental authorization',
  void: 'Void',
};

/**
 * Sends a relay to the processor and saves the outcome. Only the caller that saved the new relay
 * gets here, and the relay's id is the processor's idempotency key.
 */
export async function sendRelay(
  relay: Relay,
  access: ConnectorAccess,
  request: ConnectorCall,
  { relays, connectors, clock }: RelayServices,
): Promise<Relay> {
  const processors = connectors(request);
  const outcome = await sendInput();
  return relays.settle(relay, (current) => applyRelayOutcome(current, outcome, clock()));

  async function sendInput() {
    const { input, id } = relay;
    switch (input.type) {
      case 'refund':
        return processors.refund(access, refundReference(relay, input));
      case 'capture': {
        const { captureMinor } = input;
        return processors.capture(access, {
          ...referenceOf(relay),
          captureReference: id,
          captureMinor,
          captureNumber: 1,
          isFinal: true,
        });
      }
      case 'incremental_authorization': {
        const { totalMinor } = input;
        const increment = { ...referenceOf(relay), incrementReference: id, totalMinor };
        return processors.increment(access, increment);
      }
      case 'void': {
        const worth = await amountToVoid(input);
        if (worth) return processors.void(access, { ...referenceOf(relay), ...worth });
        const message = 'Connector did not say what the transaction is worth';
        return { result: 'not_sent', message } as const;
      }
    }
  }

  /**
   * The amount of a void. An outcome is trusted only when its amount matches, so the amount must be
   * known.
   */
  async function amountToVoid({ amountMinor, currency }: Extract<RelayInput, { type: 'void' }>) {
    if (amountMinor !== undefined && currency !== undefined) return { amountMinor, currency };
    const synced = await processors.sync(access, referenceOf(relay));
    return 'amountMinor' in synced &&
      synced.amountMinor !== undefined &&
      synced.currency !== undefined
      ? { amountMinor: synced.amountMinor, currency: synced.currency }
      : undefined;
  }
}

/** The outcome of asking about a relay. */
export type RelayOutcome = PaymentOutcome | RefundOutcome;

/**
 * Asks the processor for the outcome and saves a new one. It only reads. `andThen` changes the
 * relay further in the same save; its outcome is undefined when the connector account no longer
 * exists.
 */
export async function syncRelay(
  relay: Relay,
  request: ConnectorCall,
  services: RelayServices,
  andThen: (current: Relay, outcome: RelayOutcome | undefined) => Relay = (current) => current,
): Promise<Relay> {
  const { relays, connectors, clock } = services;
  const { input, merchantId, connectorAccountId: accountId } = relay;
  const lookup = { accountId, type: input.type };
  const target = await relayTarget({ merchantId }, lookup, services).catch((error: unknown) => {
    const isGone =
      isSwitchError(error, 'connector_account_not_found') ||
      isSwitchError(error, 'merchant_account_not_found') ||
      isSwitchError(error, 'not_implemented');
    if (!isGone) throw error;
  });
  if (!target) return relays.settle(relay, (current) => andThen(current, undefined));
  const processors = connectors(request);
  if (input.type === 'refund') {
    const outcome = await processors.syncRefund(target.access, refundReference(relay, input));
    return relays.settle(relay, (current) =>
      andThen(applyRelayOutcome(current, outcome, clock()), outcome),
    );
  }
  const outcome = await processors.sync(target.access, referenceOf(relay));
  return relays.settle(relay, (current) =>
    andThen(applyTransaction(current, outcome, clock()), outcome),
  );
}

const refundReference = (
  relay: Relay,
  { amountMinor, currency, reason }: Extract<RelayInput, { type: 'refund' }>,
): RefundReference => ({
  reference: relay.id,
  connectorName: relay.connectorName,
  amountMinor,
  currency,
  payment: referenceOf(relay),
  ...(reason !== undefined && { reason }),
});

/**
 * The identifiers by which the processor knows the transaction, and its amount if the merchant
 * stated it.
 */
function referenceOf({ connectorName, connectorResourceId, input }: Relay): Reference {
  const isSeveral = input.type === 'capture' && input.method === 'manual_multiple';
  return {
    reference: connectorResourceId,
    connectorTransactionId: connectorResourceId,
    isNamedByMerchant: true,
    connectorName,
    ...amountOf(input),
    ...(input.type === 'incremental_authorization' && { incrementedMinor: input.totalMinor }),
    captureMethod: isSeveral ? 'manual_multiple' : 'manual',
  };
}

function amountOf(input: RelayInput): Pick<Reference, 'amountMinor' | 'currency'> {
  const { currency = '' } = input;
  switch (input.type) {
    case 'capture':
      return { amountMinor: input.authorizedMinor, currency };
    case 'incremental_authorization':
      return { amountMinor: input.totalMinor - input.additionalMinor, currency };
    default:
      return { amountMinor: input.amountMinor ?? 0, currency };
  }
}
