import { ownMember } from '#platform/own-member.ts';
import type { CardNetwork } from '#vocabulary/payment-methods.ts';
import type { Order } from '../interface/order.ts';
import type { Authorization } from '../interface/payments.ts';
import type { AuthenticationData } from '../interface/three-ds.ts';

/** Cybersource's data about a customer who was authenticated outside it. */
export interface AuthenticationProof {
  /** The word for the network's programme and its result. */
  readonly commerceIndicator: string;
  readonly information: Readonly<Record<string, string | undefined>>;
}

/** The proof of an authentication, in the words of the card's network. */
export function authenticationOf(
  {
    cryptogram,
    electronicCommerceIndicator: indicator = '',
    dsTransactionId,
    version,
  }: AuthenticationData,
  network: CardNetwork | undefined,
): AuthenticationProof {
  const isMastercard = network === 'Mastercard' || network === 'Maestro';
  return {
    // Where nothing was proven, or the network has no programme, it is an ordinary payment.
    commerceIndicator: (network && ownMember(programmes[network], indicator)) ?? 'internet',
    information: {
      ...(isMastercard
        ? {
            ucafAuthenticationData: cryptogram,
            ucafCollectionIndicator: ownMember(ucafIndicators, indicator),
          }
        : { cavv: cryptogram }),
      directoryServerTransactionId: dsTransactionId,
      paSpecificationVersion: version,
      eciRaw: indicator || undefined,
    },
  };
}

/** The networks' programmes; Mastercard's has one word for both results. */
const programmes: Readonly<Partial<Record<CardNetwork, Readonly<Record<string, string>>>>> = {
  Visa: { '05': 'vbv', '06': 'vbv_attempted' },
  AmericanExpress: { '05': 'aesk', '06': 'aesk_attempted' },
  Discover: { '05': 'dipb', '06': 'dipb_attempted' },
  DinersClub: { '05': 'pb', '06': 'pb_attempted' },
  JCB: { '05': 'js', '06': 'js_attempted' },
  Mastercard: { '02': 'spa', '01': 'spa' },
  Maestro: { '02': 'spa', '01': 'spa' },
};

const ucafIndicators: Readonly<Record<string, string>> = { '02': '2', '01': '1' };

/**
 * The exemption from strong customer authentication that the merchant claims for a customer's card
 * of which nothing is proven.
 *
 * @see https://github.com/CyberSource/cybersource-rest-client-node/blob/master/docs/Ptsv2paymentsConsumerAuthenticationInformationStrongAuthentication.md
 */
export function exemptionOf({ source, order: { scaExemption, initiator } }: Authorization) {
  if (!scaExemption || initiator.by !== 'customer' || source.kind !== 'card') return undefined;
  return { strongAuthentication: { [exemptions[scaExemption]]: '1' } };
}

const exemptions: Readonly<Record<NonNullable<Order['scaExemption']>, string>> = {
  low_value: 'lowValueExemptionIndicator',
  transaction_risk_analysis: 'riskAnalysisExemptionIndicator',
};
