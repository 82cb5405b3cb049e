import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import { rememberCustomer } from '../customers/remember-customer.ts';
import { SwitchError } from '../errors.ts';
import { log } from '../log.ts';
import { accessTo } from '../payments/connector-access.ts';
import { forgotten } from '../payments/payment-source/attached-card.ts';
import { checkFilled } from '../table/filled-part.ts';
import { referenceOfPayout } from './ask-payout.ts';
import { aboutPayout, destinationInHand, type NamedDestination, ownCard } from './destination.ts';
import { type Payout, payoutConfirmed } from './payout.ts';
import { applyPayoutOutcome } from './payout-outcome.ts';
import type { PayoutAsking, TellingServices } from './payout-services.ts';
import { savedDestination } from './save-destination.ts';

/** Whom a payout goes through, decided before anything is written. */
export interface PayoutPlan {
  readonly configuration: Configuration;
  readonly account: ConnectorAccount;
  readonly destination: NamedDestination;
}

/**
 * Tells a processor of a payout. Whatever can be refused is refused first: credentials are opened, the
 * customer is there, the destination is in memory and, where it is to be saved, is. Then `save` writes
 * the payout as one that a processor may know of, which one caller alone can, and that caller tells it.
 * A card that waited for the payout is forgotten then.
 *
 * @throws SwitchError `concurrent_update` when somebody else changed the payout meanwhile
 */
export async function tellProcessor(
  payout: Payout,
  { configuration, account, destination }: PayoutPlan,
  request: PayoutAsking,
  services: TellingServices,
  save: (asked: Payout) => Promise<Payout>,
): Promise<Payout> {
  const { payouts, customers, secrets, connectors, clock, switchUrl } = services;
  const { now } = request;
  const { merchantId } = payout;
  const about = aboutPayout(payout, request);
  checkFilled(payout);
  const access = await accessTo(account, configuration, secrets);
  await rememberCustomer(merchantId, payout.customer ?? {}, customers, now);
  const holding = { payout, holder: configuration.account, request };
  const inHand = await destinationInHand(destination, holding, services);
  if (!inHand) throw await whyGone(payout, destination, services);
  const methodId = await savedDestination(payout, { destination, inHand }, about, services);
  const connector = { name: account.connectorName, accountId: account.id };
  const known = methodId === undefined ? payout : { ...payout, payoutMethodId: methodId };
  const asked = await save(payoutConfirmed(known, connector, now));

  const [settled] = await Promise.all([
    connectors(request)
      .payout(access, {
        ...referenceOfPayout(asked),
        destination: inHand,
        fulfill: asked.autoFulfill,
        ...(switchUrl && {
          notificationUrl: `${switchUrl}/webhooks/${merchantId}/${account.id}`,
        }),
      })
      .then((outcome) =>
        payouts.settle(asked, (current) => applyPayoutOutcome(current, outcome, clock())),
      ),
    forgotten(ownCard(payout), about, services),
    tokenForgotten(payout, destination, services),
  ]);
  return settled;
}

/** Who confirmed at the same moment may have been faster, and had the card forgotten. */
async function whyGone(
  payout: Payout,
  { from }: NamedDestination,
  { payouts }: Pick<TellingServices, 'payouts'>,
): Promise<SwitchError> {
  if (from.kind === 'saved') return new SwitchError('payment_method_not_found');
  const current = await payouts.get(payout.merchantId, payout.id);
  return current.version === payout.version
    ? new SwitchError('missing_param', { field: 'payout_method_data' })
    : new SwitchError('concurrent_update');
}

/** A payout token serves once. It never throws: what is left ends with its time. */
async function tokenForgotten(
  { merchantId, id: payoutId }: Payout,
  { from }: NamedDestination,
  { paymentMethods }: Pick<TellingServices, 'paymentMethods'>,
): Promise<void> {
  if (from.kind !== 'saved' || !from.paymentToken) return;
  try {
    await paymentMethods.forgetToken(merchantId, from.paymentToken);
  } catch (error) {
    log.error('payout token not forgotten yet', error, { payoutId });
  }
}
