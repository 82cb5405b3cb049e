import type { Configuration } from '../accounts/merchant-account.ts';
import { withCurrent } from '../accounts/with-current.ts';
import { SwitchError } from '../errors.ts';
import { forgotten, isRefusal } from '../payments/payment-source/attached-card.ts';
import { syncedPayout } from './ask-payout.ts';
import { tellProcessor } from './confirm-payout.ts';
import {
  aboutPayout,
  destinationIn,
  destinationOf,
  heldDestination,
  type NamedDestination,
  ownCard,
} from './destination.ts';
import { shownSource } from './masked-destination.ts';
import {
  checkNotGivenUp,
  type Payout,
  type PayoutFacts,
  restated,
  updatedPayout,
  wasAsked,
} from './payout.ts';
import type { PayoutAsking, TellingServices } from './payout-services.ts';
import { checkPayoutStatus, type PayoutWish } from './payout-status.ts';
import { checkPayoutRequest, payoutCustomerOf, termsOfPayout } from './payout-terms.ts';
import type { PayoutRequest } from './request.ts';
import { payoutAccount } from './route-payout.ts';

interface Changing extends PayoutAsking {
  readonly body: PayoutRequest;
}

/** A merchant may confirm with its secret key a while after the session has ended, in seconds. */
const daySeconds = 86_400;

/** What is kept of a request, over what the payout was told before. */
export function factsOfPayout(
  request: PayoutRequest,
  destination: NamedDestination | undefined,
  before?: Payout,
): PayoutFacts {
  const amountMinor = request.amount ?? before?.amountMinor;
  const currency = request.currency ?? before?.currency;
  if (amountMinor === undefined || !currency) throw new Error('Every payout has an amount.');
  const { source_bank_data: source } = request;
  const methodId =
    destination?.from.kind === 'saved'
      ? destination.from.paymentMethodId
      : destination?.from.kind === 'held'
        ? before?.payoutMethodId
        : undefined;
  return {
    amountMinor,
    currency,
    terms: termsOfPayout(request, before?.terms),
    customer: payoutCustomerOf(request, before?.customer),
    autoFulfill: request.auto_fulfill ?? before?.autoFulfill ?? false,
    recurring: request.recurring ?? before?.recurring ?? false,
    type: destination?.type ?? request.payout_type ?? before?.type,
    shown: destination?.shown,
    shownSource: source ? shownSource(source) : before?.shownSource,
    payoutMethodId: methodId,
  };
}

/** The connector account that a payout goes through, as far as it was told. */
export const accountFor = (
  configuration: Configuration,
  payout: Pick<Payout, 'profileId' | 'terms'>,
  random: number,
) => {
  const { connector, routing } = payout.terms;
  const wishes = { profileId: payout.profileId, ...asWishes({ connector, routing }) };
  return payoutAccount(configuration, wishes, random);
};

/** Kept from a parsed request. */
const asWishes = (terms: Pick<Payout['terms'], 'connector' | 'routing'>) =>
  terms as Pick<PayoutRequest, 'connector' | 'routing'>;

/**
 * Writes down what a merchant changed, and with `confirm`, which comes with what is set now, tells a
 * processor of the payout. The
 * destination that was put away before is forgotten where another one was named.
 *
 * @throws SwitchError what `checkPayoutRequest` and `tellProcessor` throw, and `invalid_request` in a
 * status in which it cannot be changed
 */
export async function changedPayout(
  [stored, configuration]: readonly [Payout, Configuration | undefined],
  request: Changing,
  services: TellingServices,
): Promise<Payout> {
  const { body, now } = request;
  checkPayoutStatus('update', stored);
  checkPayoutRequest(body, now, stored);
  const named = await namedBy(body, stored, now, services);
  if (configuration && named) {
    return told('update', stored, configuration, named, request, services);
  }

  const facts = factsOfPayout(body, named, stored);
  const { account: holder } = await services.configurations.recent(stored.merchantId);
  const held =
    named &&
    (await heldDestination(
      named,
      { payout: stored, holder, request, retainSeconds: retainSeconds(stored, now) },
      services,
    ));
  const about = aboutPayout(stored, request);
  const isNew = named?.from.kind !== 'held';
  const next = { ...facts, held, shown: held && facts.shown };
  try {
    const saved = await services.payouts.save(updatedPayout(stored, next, now));
    if (isNew) await forgotten(ownCard(stored), about, services);
    return saved;
  } catch (error) {
    if (isNew && isRefusal(error)) await forgotten(ownCard({ held }), about, services);
    throw error;
  }
}

/** The payout, and with a request that confirms it what its merchant has set now. */
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
  { payouts, configurations }: TellingServices,
): Promise<readonly [Payout, Configuration | undefined]> => {
  const reading = payouts.get(merchantId, params.payout_id);
  return body.confirm
    ? withCurrent(reading, configurations.current(merchantId))
    : [await reading, undefined];
};

/** How long a card waits for its payout, in seconds from now. */
export const retainSeconds = ({ expiresAt }: Pick<Payout, 'expiresAt'>, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1_000)) + daySeconds;

/**
 * Confirms a payout that is there. One that a processor was told of already is not told of again: its
 * processor is asked what became of it.
 *
 * @throws SwitchError what `checkPayoutRequest` and `tellProcessor` throw, `precondition_failed` in a
 * status in which it cannot be confirmed, `missing_param` without a destination
 */
export async function confirmedPayout(
  [stored, configuration]: readonly [Payout, Configuration],
  request: Changing,
  services: TellingServices,
): Promise<Payout> {
  const { body, now } = request;
  checkPayoutStatus('confirm', stored);
  checkPayoutRequest(body, now, { ...stored, isConfirm: true });
  if (wasAsked(stored)) {
    const synced = await syncedPayout(stored, request, services);
    checkNotGivenUp('confirm', synced);
    return synced;
  }
  const named = await namedBy(body, stored, now, services);
  if (!named) throw new SwitchError('missing_param', { field: 'payout_method_data' });
  return told('confirm', stored, configuration, named, request, services);
}

async function namedBy(
  body: PayoutRequest,
  stored: Payout,
  now: Date,
  services: TellingServices,
): Promise<NamedDestination | undefined> {
  const customerId = payoutCustomerOf(body, stored.customer)?.id;
  const about = { merchantId: stored.merchantId, customerId, now };
  return (await destinationIn(body, about, services)) ?? destinationOf(stored);
}

async function told(
  wish: PayoutWish,
  stored: Payout,
  configuration: Configuration,
  destination: NamedDestination,
  request: Changing,
  services: TellingServices,
): Promise<Payout> {
  const { payouts, random } = services;
  const facts = factsOfPayout(request.body, destination, stored);
  // What was put away before is dropped when this is saved, and forgotten afterwards.
  const payout = restated(stored, { ...facts, held: stored.held }, request.now);
  const account = accountFor(configuration, payout, random());
  const plan = { configuration, account, destination };
  const settled = await tellProcessor(payout, plan, request, services, payouts.save);
  checkNotGivenUp(wish, settled);
  return settled;
}
