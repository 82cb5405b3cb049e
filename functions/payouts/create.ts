import { chooseProfile } from '../../shared/accounts/choose-profile.ts';
import type { Configuration } from '../../shared/accounts/merchant-account.ts';
import { rememberCustomer } from '../../shared/customers/remember-customer.ts';
import { SwitchError } from '../../shared/errors.ts';
import { implement, type Request } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { claimOf, madeBy, madeOnce } from '../../shared/http/repeated-create.ts';
import { derivedId } from '../../shared/ids.ts';
import { forgotten, isRefusal } from '../../shared/payments/payment-source/attached-card.ts';
import { accountFor, factsOfPayout, retainSeconds } from '../../shared/payouts/change-payout.ts';
import { tellProcessor } from '../../shared/payouts/confirm-payout.ts';
import {
  aboutPayout,
  destinationIn,
  heldDestination,
  type NamedDestination,
  ownCard,
} from '../../shared/payouts/destination.ts';
import { liveTellingServices } from '../../shared/payouts/live-payout-services.ts';
import { createPayout } from '../../shared/payouts/operations.ts';
import { newPayout, type Payout } from '../../shared/payouts/payout.ts';
import type { TellingServices } from '../../shared/payouts/payout-services.ts';
import { parsePayout } from '../../shared/payouts/payout-store.ts';
import { checkPayoutRequest } from '../../shared/payouts/payout-terms.ts';
import { presentPayout } from '../../shared/payouts/present-payout.ts';
import { defaultSessionSeconds } from '../../shared/profiles/present-profile.ts';
import { checkFilled } from '../../shared/table/filled-part.ts';
import { isUnderUsedKey } from '../../shared/table/make-once.ts';

/**
 * Writes down whom a merchant wants to pay. With `confirm` a processor is told at once: the payout is
 * first saved as one that the processor may know of, then it is told, then its answer is saved. The
 * identifier can be used once only, so a request that comes twice pays once. Without it a destination
 * waits, a card of it in the vault, until the payout is confirmed.
 */
export const create = implement(createPayout, {
  load: async ({ merchantId, body }, { configurations }: TellingServices) =>
    body.confirm ? configurations.current(merchantId) : undefined,

  run(request, services: TellingServices, configuration) {
    const { merchantId } = request.caller;
    return madeOnce({
      repeatable: request.repeatable,
      isNamed: request.body.payout_id != null,
      make: async () => presentPayout(await made(request, configuration, services)),
      find: () => services.payouts.get(merchantId, nameOf(request)),
      parse: parsePayout,
      present: presentPayout,
    });
  },
});

type Asked = Request<typeof createPayout>;

/** With `current`, what is set now, a processor is told at once. */
async function made(
  request: Asked,
  current: Configuration | undefined,
  services: TellingServices,
): Promise<Payout> {
  const { caller, body, now } = request;
  const { merchantId } = caller;
  const { configurations, payouts, random } = services;
  checkPayoutRequest(body, now);
  if (body.merchant_id && body.merchant_id !== merchantId) {
    throw new SwitchError('merchant_account_not_found');
  }
  const place = current
    ? placed(current, request)
    : await configurations.decide(merchantId, (configuration) => placed(configuration, request));
  const customerId = body.customer?.id ?? body.customer_id ?? undefined;
  const named = await destinationIn(body, { merchantId, customerId, now }, services);
  const payout = newPayout({ ...place, ...factsOfPayout(body, named), now });
  const isNamed = body.payout_id != null;
  const claim = claimOf(request, merchantId, { isNamed, operation: createPayout });
  const save = (payout: Payout) => payouts.create(payout, claim);
  if (!current || !named) return waitingPayout(payout, named, request, services, save);
  const account = accountFor(current, payout, random());
  const plan = { configuration: current, account, destination: named };
  return tellProcessor(payout, plan, request, services, save);
}

/** One that has no name gets its invocation's, so that one invocation makes one payout. */
const nameOf = ({ body, caller, invocationId }: Asked): string =>
  body.payout_id ?? derivedId('payout', caller.merchantId, invocationId);

/** Whose payout it is, what it is called, and by which request it is known again. */
function placed(configuration: Configuration, request: Asked) {
  const { body, caller, repeatable } = request;
  const { merchantId } = caller;
  const profile = chooseProfile(configuration, {
    profileId: body.profile_id,
    ownProfileId: caller.profileId,
    businessCountry: body.business_country,
    businessLabel: body.business_label,
  });
  return {
    merchantId,
    id: nameOf(request),
    profileId: profile.id,
    ...madeBy(repeatable),
    sessionSeconds: body.session_expiry ?? defaultSessionSeconds,
  };
}

/** The payout as it waits for its confirm. What was put into the vault in vain is taken out again. */
async function waitingPayout(
  made: Payout,
  named: NamedDestination | undefined,
  request: Asked,
  services: TellingServices,
  save: (payout: Payout) => Promise<Payout>,
): Promise<Payout> {
  const { configurations, customers } = services;
  const { now } = request;
  const { merchantId } = made;
  const { account: holder } = await configurations.recent(merchantId);
  const holding = { payout: made, holder, request, retainSeconds: retainSeconds(made, now) };
  const held = named && (await heldDestination(named, holding, services));
  const payout = held ? { ...made, held } : withoutDestination(made);
  try {
    checkFilled(payout);
    await rememberCustomer(merchantId, payout.customer ?? {}, customers, now);
    return await save(payout);
  } catch (error) {
    if (isRefusal(error) || isUnderUsedKey(error)) {
      await forgotten(ownCard(payout), aboutPayout(payout, request), services);
    }
    throw error;
  }
}

/** What is kept nowhere has to be stated again. */
function withoutDestination({ shown: _, ...payout }: Payout): Payout {
  return { ...payout, status: 'requires_payout_method_data' };
}

export const handler = lambda(create, liveTellingServices);
