import type { Configuration } from '#merchants/accounts/merchant-account.ts';
import type { CardRanges } from '#operator/card-bins/cached-card-ranges.ts';
import type { Request } from '#platform/http/operation/implement.ts';
import { cardNetworkOf } from '#vocabulary/card-networks/card-networks.ts';
import type { RoutedCard } from '../../routing/payment-facts.ts';
import type { Payment } from '../payment.ts';
import { findStoredCard } from '../payment-source/stored-card.ts';
import type { SurchargeResponse } from '../response/surcharge-response.ts';
import { shownSurcharge } from '../shown-surcharge.ts';
import type { EligibilityServices } from './check-eligibility.ts';
import type { eligibility } from './eligibility-operations.ts';

/** The services that decide the surcharge of a card, beside those that its screening needs. */
export interface SurchargeServices extends EligibilityServices {
  readonly cardRanges: CardRanges;
}

/**
 * The surcharge that a confirm with this payment method would add. Nothing is stored: the confirm
 * decides it again, by the same program.
 *
 * @throws SwitchError `token_expired`, `precondition_failed`
 */
export async function eligibilitySurcharge(
  request: Pick<Request<typeof eligibility>, 'body' | 'now'>,
  [payment, configuration]: readonly [Payment, Configuration],
  services: SurchargeServices,
): Promise<SurchargeResponse | null> {
  if (!configuration.decisions?.surcharge) return null;
  const { payment_method_type: method, payment_method_subtype: type } = request.body;
  const card = method === 'card' ? await cardOf(request, payment, services) : undefined;
  return shownSurcharge(configuration, payment, { method, type, card });
}

async function cardOf(
  { body, now }: Pick<Request<typeof eligibility>, 'body' | 'now'>,
  { merchantId, customer }: Payment,
  services: SurchargeServices,
): Promise<RoutedCard | undefined> {
  const number = body.payment_method_data?.card?.card_number;
  if (number) {
    const range = await services.cardRanges.recent(number);
    return {
      digits: number.slice(0, 8),
      network: range?.network ?? cardNetworkOf(number),
      type: range?.type,
      issuerCountry: range?.countryCode ?? range?.issuingCountry,
    };
  }
  const stored = await findStoredCard(
    {
      payment_method: body.payment_method_type,
      payment_token: body.payment_token,
      customer_id: customer?.id,
    },
    { merchantId, now },
    services,
  );
  const described = stored?.described;
  return (
    described && {
      digits: described.card_extended_bin ?? described.card_isin,
      network: described.card_network,
      type: described.card_type,
      issuerCountry: described.card_issuing_country,
    }
  );
}
