import type { CardBinFacts } from '#operator/card-bins/card-bin.ts';
import type { RoutedCard, RoutedPayment } from '../../routing/payment-facts.ts';
import type { DescribedCard } from '../payment-method-data/card.ts';
import { hasStoredCredential, type StoredCredential } from '../payment-source/stored-credential.ts';
import { billingCountryOf } from '../request/billing-country.ts';
import type { PaymentRequest } from '../request/payment-request.ts';

/** What a plan knows of its payment. */
type PlannedFacts = Pick<
  RoutedPayment,
  'requestFields' | 'netAmountMinor' | 'currency' | 'method' | 'type'
>;

/** A payment as routing programs see it. Of its card's number, only the first eight digits. */
export function routedPayment(
  planned: PlannedFacts,
  request: PaymentRequest,
  credential: StoredCredential,
  described: DescribedCard | null | undefined,
): RoutedPayment {
  const { payment_method_data: data } = request;
  const billing = data && typeof data !== 'string' ? data.billing : undefined;
  return {
    ...planned,
    billingCountry: billing?.address?.country ?? billingCountryOf(planned),
    card: routedCard(request, described, credential.card?.range),
    isProcessorToken:
      hasStoredCredential(credential) && !credential.card && credential.mandate === undefined,
    mandateKind: credential.mandate?.kind,
  };
}

function routedCard(
  { payment_method_data: data }: PaymentRequest,
  described: DescribedCard | null | undefined,
  range: CardBinFacts | undefined,
): RoutedCard {
  const typed = data && typeof data !== 'string' ? data.card : undefined;
  return {
    digits: typed?.card_number.slice(0, 8) ?? described?.card_extended_bin ?? described?.card_isin,
    network: described?.card_network ?? range?.network,
    type: typed?.card_type ?? described?.card_type ?? range?.type,
    issuerCountry:
      typed?.card_issuing_country_code ??
      typed?.card_issuing_country ??
      described?.card_issuing_country ??
      range?.countryCode,
  };
}
