import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { withCurrent } from '#merchants/accounts/with-current.ts';
import { SwitchError } from '#platform/errors.ts';
import { deleteVaultCard, isRefusal } from '../payments/payment-source/attached-card.ts';
import { syncPayoutWithConnector } from './connector-access.ts';
import {
  attachDestination,
  attachedDestinationOf,
  auditContextOfPayout,
  findRequestDestination,
  type PayoutDestinationSource,
  payoutCardToDelete,
} from './destination.ts';
import { maskedSource } from './masked-destination.ts';
import {
  checkNotCancelled,
  type Payout,
  type PayoutFacts,
  restated,
  updatedPayout,
  wasAsked,
} from './payout.ts';
import type { PayoutCall, PayoutSendServices } from './payout-services.ts';
import { checkPayoutStatus, type PayoutAction } from './payout-status.ts';
import { checkPayoutRequest, payoutCustomerOf, requestFieldsOfPayout } from './payout-terms.ts';
import type { PayoutRequest } from './request.ts';
import { routePayout } from './route-payout.ts';
import { sendPayout } from './send-payout.ts';

interface ChangeRequest extends PayoutCall {
  readonly body: PayoutRequest;
}

/**
 * How long after the session's end a merchant may still confirm with its secret key, in seconds.
 */
const daySeconds = 86_400;

/** The facts that a payout stores of a request, merged over the facts stored before. */
export function factsOfPayout(
  request: PayoutRequest,
  destination: PayoutDestinationSource | undefined,
  before?: Payout,
): PayoutFacts {
  const amountMinor = request.amount ?? before?.amountMinor;
  const currency = request.currency ?? before?.currency;
  if (amountMinor === undefined || !currency) throw new Error('Every payout has an amount.');
  const { source_bank_data: source } = request;
  const methodId =
    destination?.from.kind === 'saved'
      ? destination.from.paymentMethodId
      : destination?.from.kind === 'attached'
        ? before?.payoutMethodId
        : undefined;
  return {
    amountMinor,
    currency,
    requestFields: requestFieldsOfPayout(request, before?.requestFields),
    customer: payoutCustomerOf(request, before?.customer),
    autoFulfill: request.auto_fulfill ?? before?.autoFulfill ?? false,
    recurring: request.recurring ?? before?.recurring ?? false,
    type: destination?.type ?? request.payout_type ?? before?.type,
    shown: destination?.shown,
    maskedSource: source ? maskedSource(source) : before?.maskedSource,
    payoutMethodId: methodId,
  };
}

/**
 * Saves a merchant's changes. With `confirm`, for which the current configuration is given, also
 * sends the payout to a processor. When the request names another destination, the attached card is
 * deleted.
 *
 * @throws SwitchError those of `checkPayoutRequest` and `sendPayout`, and `invalid_request` in a
 * status in which it cannot be changed
 */
export async function changePayout(
  [stored, configuration]: readonly [Payout, Configuration | undefined],
  request: ChangeRequest,
  services: PayoutSendServices,
): Promise<Payout> {
  const { body, now } = request;
  checkPayoutStatus('update', stored);
  checkPayoutRequest(body, now, stored);
  if (body.payout_link && !stored.link) {
    const message = 'payout_link can be requested only when a payout is created';
    throw new SwitchError('invalid_request', { message });
  }
  const destination = await findDestination(body, stored, now, services);
  if (configuration && destination) {
    return planAndSend('update', stored, configuration, destination, request, services);
  }

  const facts = factsOfPayout(body, destination, stored);
  const { account: keyOwner } = await services.configurations.recent(stored.merchantId);
  const attachedDestination =
    destination &&
    (await attachDestination(
      destination,
      { payout: stored, keyOwner, request, retainSeconds: retainSeconds(stored, now) },
      services,
    ));
  const auditContext = auditContextOfPayout(stored, request);
  const isNew = destination?.from.kind !== 'attached';
  const next = { ...facts, attachedDestination, shown: attachedDestination && facts.shown };
  try {
    const saved = await services.payouts.save(updatedPayout(stored, next, now));
    if (isNew) await deleteVaultCard(payoutCardToDelete(stored), auditContext, services);
    return saved;
  } catch (error) {
    if (isNew && isRefusal(error))
      await deleteVaultCard(payoutCardToDelete({ attachedDestination }), auditContext, services);
    throw error;
  }
}

/** The payout, and for a request that confirms it the merchant's current configuration. */
export const loadChange = async (
  {
    merchantId,
    params,
    body,
  }: {
    readonly merchantId: string;
    readonly params: { readonly payout_id: string };
    readonly body: PayoutRequest;
  },
  { payouts, configurations }: PayoutSendServices,
): Promise<readonly [Payout, Configuration | undefined]> => {
  const reading = payouts.get(merchantId, params.payout_id);
  return body.confirm
    ? withCurrent(reading, configurations.current(merchantId))
    : [await reading, undefined];
};

/** How long the vault keeps a payout's card, in seconds from now. */
export const retainSeconds = ({ expiresAt }: Pick<Payout, 'expiresAt'>, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1_000)) + daySeconds;

/**
 * Confirms an existing payout. A payout that may have been sent to a processor already is not sent
 * again, but synced.
 *
 * @throws SwitchError those of `checkPayoutRequest` and `sendPayout`, `precondition_failed` in a
 * status in which it cannot be confirmed, `missing_param` without a destination
 */
export async function confirmStoredPayout(
  [stored, configuration]: readonly [Payout, Configuration],
  request: ChangeRequest,
  services: PayoutSendServices,
): Promise<Payout> {
  const { body, now } = request;
  checkPayoutStatus('confirm', stored);
  checkPayoutRequest(body, now, { ...stored, isConfirm: true });
  if (wasAsked(stored)) {
    const synced = await syncPayoutWithConnector(stored, request, services);
    checkNotCancelled('confirm', synced);
    return synced;
  }
  const destination = await findDestination(body, stored, now, services);
  if (!destination) throw new SwitchError('missing_param', { field: 'payout_method_data' });
  return planAndSend('confirm', stored, configuration, destination, request, services);
}

async function findDestination(
  body: PayoutRequest,
  stored: Payout,
  now: Date,
  services: PayoutSendServices,
): Promise<PayoutDestinationSource | undefined> {
  const customerId = payoutCustomerOf(body, stored.customer)?.id;
  const context = { merchantId: stored.merchantId, customerId, now };
  return (await findRequestDestination(body, context, services)) ?? attachedDestinationOf(stored);
}

async function planAndSend(
  action: PayoutAction,
  stored: Payout,
  configuration: Configuration,
  destination: PayoutDestinationSource,
  request: ChangeRequest,
  services: PayoutSendServices,
): Promise<Payout> {
  const { payouts } = services;
  const facts = factsOfPayout(request.body, destination, stored);
  // Saving this payout detaches the old destination; its card is deleted afterwards.
  const payout = restated(
    stored,
    { ...facts, attachedDestination: stored.attachedDestination },
    request.now,
  );
  const plan = { configuration, destination, ...routePayout(configuration, payout) };
  const settled = await sendPayout(payout, plan, request, services, payouts.save);
  checkNotCancelled(action, settled);
  return settled;
}

/**
 * Has a deferred payout paid, through the connector that it is routed to now.
 *
 * @throws SwitchError those of `routePayout` and `sendPayout`, `missing_param` where its destination
 * is no longer kept
 */
export async function payDeferred(
  [stored, configuration]: readonly [Payout, Configuration],
  request: PayoutCall,
  services: PayoutSendServices,
): Promise<Payout> {
  const destination = attachedDestinationOf(stored);
  if (!destination) throw new SwitchError('missing_param', { field: 'payout_method_data' });
  const route = routePayout(configuration, stored);
  const plan = { configuration, destination, ...route, fulfills: true as const };
  return sendPayout(stored, plan, request, services, services.payouts.save);
}
