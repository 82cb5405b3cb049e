import { chooseProfile } from '#merchants/accounts/choose-profile.ts';
import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import { lambda } from '#merchants/lambda.ts';
import { defaultSessionSeconds } from '#merchants/profiles/present-profile.ts';
import { SwitchError } from '#platform/errors.ts';
import {
  createIdempotently,
  fingerprintOf,
  idempotencyClaim,
} from '#platform/http/operation/idempotent-create.ts';
import { implement, type Request } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { isIdempotencyKeyReuse } from '#platform/table/put-idempotently.ts';
import { checkRequestSize } from '#platform/table/request-size.ts';
import { withRecord } from '#switch/customers/customer-copy.ts';
import { upsertCustomer } from '#switch/customers/upsert-customer.ts';
import { deleteVaultCard, isRefusal } from '#switch/payments/payment-source/attached-card.ts';
import { factsOfPayout, retainSeconds } from '#switch/payouts/change-payout.ts';
import {
  attachDestination,
  auditContextOfPayout,
  findRequestDestination,
  type PayoutDestinationSource,
  payoutCardToDelete,
} from '#switch/payouts/destination.ts';
import { livePayoutSendServices } from '#switch/payouts/live-payout-services.ts';
import { createPayout } from '#switch/payouts/operations.ts';
import { newPayout, type Payout } from '#switch/payouts/payout.ts';
import { newPayoutLink } from '#switch/payouts/payout-link.ts';
import type { PayoutSendServices } from '#switch/payouts/payout-services.ts';
import { parsePayout } from '#switch/payouts/payout-store.ts';
import { checkPayoutRequest } from '#switch/payouts/payout-terms.ts';
import { presentPayout } from '#switch/payouts/present-payout.ts';
import { routePayout } from '#switch/payouts/route-payout.ts';
import { sendPayout } from '#switch/payouts/send-payout.ts';

/**
 * Creates a payout. With `confirm` the payout is saved as sent, then sent to a processor, then the
 * outcome is saved. The identifier is unique, so a repeated request pays once. Without `confirm`
 * the destination is attached, a card in the vault, until the payout is confirmed.
 */
export const create = implement(createPayout, {
  load: async ({ merchantId, body }, { configurations }: PayoutSendServices) =>
    body.confirm ? configurations.current(merchantId) : undefined,

  run(request, services: PayoutSendServices, configuration) {
    const { merchantId } = request.caller;
    return createIdempotently({
      idempotentRequest: request.idempotentRequest,
      isNamed: request.body.payout_id != null,
      make: async () => presentPayout(await createNewPayout(request, configuration, services)),
      find: () => services.payouts.get(merchantId, nameOf(request)),
      parse: parsePayout,
      present: presentPayout,
    });
  },
});

type CreateRequest = Request<typeof createPayout>;

/** Sends the payout at once when `current`, the merchant's current configuration, is given. */
async function createNewPayout(
  request: CreateRequest,
  current: Configuration | undefined,
  services: PayoutSendServices,
): Promise<Payout> {
  const { caller, body, now } = request;
  const { merchantId } = caller;
  const { configurations, payouts } = services;
  checkPayoutRequest(body, now);
  if (body.merchant_id && body.merchant_id !== merchantId) {
    throw new SwitchError('merchant_account_not_found');
  }
  const place = current
    ? payoutIdentity(current, request, services)
    : await configurations.decide(merchantId, (configuration) =>
        payoutIdentity(configuration, request, services),
      );
  const customerId = body.customer?.id ?? body.customer_id ?? undefined;
  const named = await findRequestDestination(body, { merchantId, customerId, now }, services);
  const payout = newPayout({ ...place, ...factsOfPayout(body, named), now });
  const isNamed = body.payout_id != null;
  const claim = idempotencyClaim(request, merchantId, { isNamed, operation: createPayout });
  const save = (payout: Payout) => payouts.create(payout, claim);
  if (!current || !named) return createUnconfirmed(payout, named, request, services, save);
  const route = routePayout(current, payout);
  const plan = { configuration: current, destination: named, ...route };
  return sendPayout(payout, plan, request, services, save);
}

/**
 * Without a `payout_id`, the id is derived from the invocation, so one invocation creates one
 * payout.
 */
const nameOf = ({ body, caller, invocationId }: CreateRequest): string =>
  body.payout_id ?? derivedId('payout', caller.merchantId, invocationId);

/**
 * The payout's merchant, profile and id, its link, and the fingerprint by which a repeated request
 * finds it.
 */
function payoutIdentity(
  configuration: Configuration,
  request: CreateRequest,
  { switchUrl, isProduction }: Pick<PayoutSendServices, 'switchUrl' | 'isProduction'>,
) {
  const { body, caller, headers, idempotentRequest } = request;
  const { merchantId } = caller;
  const profile = chooseProfile(configuration, {
    profileId: body.profile_id,
    ownProfileId: caller.profileId,
    businessCountry: body.business_country,
    businessLabel: body.business_label,
  });
  const id = nameOf(request);
  return {
    merchantId,
    id,
    profileId: profile.id,
    ...(body.payout_link && {
      link: newPayoutLink({
        merchantId,
        payoutId: id,
        profileSettings: profile.settings,
        config: body.payout_link_config,
        switchUrl,
        acceptLanguage: headers['accept-language'],
        isProduction,
      }),
    }),
    ...fingerprintOf(idempotentRequest),
    sessionSeconds: body.session_expiry ?? defaultSessionSeconds,
  };
}

/**
 * Saves the payout until its confirm. When the save fails, the card is deleted from the vault
 * again.
 */
async function createUnconfirmed(
  draft: Payout,
  named: PayoutDestinationSource | undefined,
  request: CreateRequest,
  services: PayoutSendServices,
  save: (payout: Payout) => Promise<Payout>,
): Promise<Payout> {
  const { configurations, customers } = services;
  const { now } = request;
  const { merchantId } = draft;
  const { account: keyOwner } = await configurations.recent(merchantId);
  const context = { payout: draft, keyOwner, request, retainSeconds: retainSeconds(draft, now) };
  const attachedDestination = named && (await attachDestination(named, context, services));
  const payout = attachedDestination
    ? { ...draft, attachedDestination }
    : withoutDestination(draft);
  try {
    checkRequestSize(payout);
    const record = await upsertCustomer(merchantId, payout.customer ?? {}, customers, now);
    return await save(withRecord(payout, record));
  } catch (error) {
    if (isRefusal(error) || isIdempotencyKeyReuse(error)) {
      await deleteVaultCard(
        payoutCardToDelete(payout),
        auditContextOfPayout(payout, request),
        services,
      );
    }
    throw error;
  }
}

/** The payout without a destination that must not be stored: its confirm has to state it again. */
function withoutDestination({ shown: _, ...payout }: Payout): Payout {
  return { ...payout, status: 'requires_payout_method_data' };
}

export const handler = lambda(create, livePayoutSendServices);
