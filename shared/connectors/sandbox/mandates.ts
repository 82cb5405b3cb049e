import * as v from 'valibot';
import { chosenNetwork } from '../formats/chosen-network.ts';
import type { Card } from '../interface/card.ts';
import type { Connector } from '../interface/connector.ts';
import type { Exchange } from '../interface/exchange.ts';
import type { MandateReference, RevocationOutcome } from '../interface/mandates.ts';
import type { Authorization, PaymentOutcome } from '../interface/payments.ts';
import type { Processor } from './processors.ts';
import { unreachableCard } from './published/cards.ts';
import {
  putRequest,
  refusalStatuses,
  sandboxUrlOf,
  unreachableUrl,
  webhookFields,
} from './requests.ts';
import { declinedOutcome, errorOf, Payment, paymentOutcome, readJson } from './responses.ts';

/**
 * The holder's name, cut to the length that the sandbox processor accepts, so that a long name
 * declines no payment.
 */
export const holderNameOf = (holderName?: string) => holderName?.slice(0, 255).toWellFormed();

/** A card in the sandbox processor's form; the expiry is left out when it is unknown. */
export const sandboxCard = (card: Card) => ({
  number: card.number,
  expiry_month: card.expiryMonth || undefined,
  expiry_year: card.expiryYear || undefined,
  cvc: card.cvc,
  holder_name: holderNameOf(card.holderName),
  network: chosenNetwork(card),
});

const verify: Exchange<Authorization, PaymentOutcome> = {
  request(input, account) {
    const { source, reference } = input;
    if (source.kind !== 'card') throw new Error(`It does not verify what is ${source.kind}.`);
    const isUnreachable = source.card.number === unreachableCard;
    const url = isUnreachable ? unreachableUrl : sandboxUrlOf(account, 'verifications', reference);
    return putRequest(url, account, {
      processor: input.connectorName,
      currency: input.currency,
      card: sandboxCard(source.card),
      store: input.futureUsage,
      return_url: input.returnUrl,
      ...webhookFields(input, account),
    });
  },

  outcome: (response) =>
    refusalStatuses.has(response.status)
      ? declinedOutcome(response)
      : paymentOutcome(readJson(Payment, response)),
};

const Revocation = v.object({ status: v.literal('revoked') });

const revokeMandate: Exchange<MandateReference, RevocationOutcome> = {
  request: ({ connectorMandateId }, account) =>
    putRequest(sandboxUrlOf(account, 'mandates', connectorMandateId, 'revocation'), account, {}),

  outcome(response) {
    const { status } = response;
    if (refusalStatuses.has(status) || status === 404) {
      return { result: 'declined', status, ...errorOf(response) };
    }
    readJson(Revocation, response);
    return { result: 'revoked' };
  },
};

/**
 * The processors that can verify a card without charging it. The others cannot, like every test
 * connector of the Hyperswitch v1 API.
 */
const verifyingProcessors: ReadonlySet<Processor> = new Set(['adyen_test', 'checkout_test']);

/** The exchanges of a sandbox processor about stored credentials. */
export const mandateExchanges = (name: Processor): Pick<Connector, 'verify' | 'revokeMandate'> => ({
  ...(verifyingProcessors.has(name) && { verify }),
  revokeMandate,
});
