import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { PaymentMethod, PaymentMethodType } from '#vocabulary/payment-methods.ts';
import { type Offer, offersOf } from '../../payments/offers.ts';
import type { Payment } from '../../payments/payment.ts';
import { fallbackAccounts } from '../../routing/fallback.ts';

/** The offers of one type of a payment method, in the order in which their accounts are tried. */
export interface OfferedTogether {
  readonly method: PaymentMethod;
  readonly type: PaymentMethodType;
  readonly offers: readonly Offer[];
}

/** The offers of a profile, for one payment or in general, by method and type. */
export function offersByType(
  configuration: Configuration,
  profileId: string,
  payment?: Payment,
): readonly OfferedTogether[] {
  const accounts = fallbackAccounts(configuration, 'payment', profileId);
  const offers = offersOf(
    accounts.filter(({ disabled }) => !disabled),
    payment,
  );
  return [...Map.groupBy(offers, ({ method }) => method)].flatMap(([method, ofMethod]) =>
    [...Map.groupBy(ofMethod, ({ enabled }) => enabled.payment_method_type)].map(
      ([type, ofType]) => ({ method, type, offers: ofType }),
    ),
  );
}

/** The names of the connectors of offers, each once. */
export const connectorsOf = (offers: readonly Offer[]): string[] => [
  ...new Set(offers.map(({ connector }) => connector)),
];

/** The offers of a card by its network. */
export const byNetwork = (offers: readonly Offer[]) =>
  [
    ...Map.groupBy(
      offers.flatMap((offer) =>
        (offer.enabled.card_networks ?? []).map((network) => ({ network, offer })),
      ),
      ({ network }) => network,
    ),
  ].map(([network, some]) => [network, some.map(({ offer }) => offer)] as const);

/** The offers of another method by the way in which a payer uses it. */
export const byExperience = (offers: readonly Offer[]) => [
  ...Map.groupBy(offers, ({ enabled }) => enabled.payment_experience ?? 'redirect_to_url'),
];
