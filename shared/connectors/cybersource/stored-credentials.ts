import type { CardNetwork } from '#vocabulary/payment-methods.ts';
import { isStored } from '../formats/charges.ts';
import type { Initiator } from '../interface/order.ts';
import type { Authorization } from '../interface/payments.ts';

/** Whether the card is to be stored: nothing is without the customer's consent. */
export const isToBeStored = ({
  futureUsage,
  source,
  order,
  isVerification,
}: Authorization): boolean =>
  futureUsage === 'off_session' &&
  source.kind === 'card' &&
  (order.customerAcceptance !== undefined || isVerification === true);

/**
 * The initiator of a charge that stores a card or uses a stored one; undefined for a card that is
 * typed and forgotten. The first use is always the customer's, and Cybersource does not get the
 * purpose of the later ones.
 */
export function initiatorOf(input: Authorization, network: CardNetwork | undefined) {
  const { networkTransactionId } = input;
  if (isStored(input)) {
    const { initiator } = input.order;
    return {
      type: initiator.by,
      storedCredentialUsed: true,
      ...(initiator.by === 'merchant' && {
        merchantInitiatedTransaction: {
          reason: reasonOf(initiator, network),
          previousTransactionId: networkTransactionId,
        },
      }),
    };
  }
  return isToBeStored(input) ? { type: 'customer', credentialStoredOnFile: true } : undefined;
}

type Why = NonNullable<Extract<Initiator, { readonly by: 'merchant' }>['why']>;

/** Cybersource's numbers of the reasons. */
const reasons: Readonly<Record<Why, string>> = {
  resubmission: '1',
  recurring: '7',
  installment: '9',
  unscheduled: '10',
};

const mastercard: readonly CardNetwork[] = ['Mastercard', 'Maestro'];

/** The networks that want the reason; absent: all. Visa derives it from the rest of the request. */
const wanting: Readonly<Partial<Record<Why, readonly CardNetwork[]>>> = {
  recurring: mastercard,
  unscheduled: [...mastercard, 'AmericanExpress', 'Discover', 'DinersClub'],
};

/**
 * The reason of a charge in the customer's absence, where the card's network wants it. The network
 * of a card that Cybersource stores is not known here: the merchant's reason is then sent, if it
 * states one.
 */
function reasonOf(
  { why }: Extract<Initiator, { readonly by: 'merchant' }>,
  network: CardNetwork | undefined,
): string | undefined {
  if (network === undefined) return why && reasons[why];
  const meant = why ?? 'unscheduled';
  return wanting[meant]?.includes(network) === false ? undefined : reasons[meant];
}

/** The kind of order, in Cybersource's words. A series begins as an ordinary one. */
export function commerceIndicatorOf(input: Authorization): string {
  const { initiator, channel } = input.order;
  const isFirst = isToBeStored(input) && !isStored(input);
  const why = initiator.by === 'merchant' && !isFirst ? initiator.why : undefined;
  if (why === 'recurring') return 'recurring';
  if (why === 'installment') return 'install';
  return channel === undefined ? 'internet' : 'moto';
}
