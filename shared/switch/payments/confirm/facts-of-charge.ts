import type { CardBinFacts } from '#operator/card-bins/card-bin.ts';
import { paymentFacts, type RoutedCard } from '../../routing/payment-facts.ts';
import type { RuleFacts } from '../../routing/rules/rule-keys.ts';
import type { DescribedCard } from '../payment-method-data/card.ts';
import { hasStoredCredential } from '../payment-source/stored-credential.ts';
import { billingCountryOf } from '../request/billing-country.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import type { LoadedConfirm } from './confirm-context.ts';
import { amountToCharge, type PlannedCharge } from './planned-charge.ts';

/** The facts of a charge that merchants' programs compare. Of its card's number, eight digits. */
export function factsOf(
  { method, type, requestFields, paymentMethodData }: PlannedCharge,
  { payment, whole: request, credential }: Pick<LoadedConfirm, 'payment' | 'whole' | 'credential'>,
): RuleFacts {
  const { payment_method_data: data } = request;
  const billing = data && typeof data !== 'string' ? data.billing : undefined;
  return paymentFacts({
    requestFields,
    netAmountMinor: amountToCharge(requestFields, payment),
    currency: payment.currency,
    method,
    type,
    billingCountry: billing?.address?.country ?? billingCountryOf({ requestFields }),
    card: routedCard(request, paymentMethodData?.card, credential.card?.range),
    isProcessorToken:
      hasStoredCredential(credential) && !credential.card && credential.mandate === undefined,
    mandateKind: credential.mandate?.kind,
  });
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
