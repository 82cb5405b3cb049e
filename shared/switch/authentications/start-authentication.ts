import type { Card } from '#connectors/interface/card.ts';
import type { AuthenticationOutcome } from '#connectors/interface/three-ds.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { compact } from '#platform/schema.ts';
import {
  authenticatorAmong,
  authenticatorNamesOf,
  startAtAuthenticator,
} from '../payments/authentication/authenticator.ts';
import { checkCard } from '../payments/payment-method-data/card.ts';
import { cardOf } from '../payments/payment-source/request-card.ts';
import { afterStart, beginStart, checkStarts, type PlainAuthentication } from './authentication.ts';
import type { PlainAuthenticationServices } from './authentication-services.ts';
import type { AuthenticationEligibilityRequest } from './operations.ts';
import { authenticationReturnUrl } from './return-to-shop.ts';

interface StartRequest {
  readonly body: AuthenticationEligibilityRequest;
  readonly now: Date;
  remainingMs(): number;
  readonly requestId: string;
}

/**
 * Sends a card to the 3-D Secure server, which learns whether its bank takes part. The card lives
 * in memory only, and its code is sent to no 3-D Secure server. The start is saved before the
 * server is asked, under a reference of its own: another card is another start.
 *
 * @throws SwitchError those of `checkStarts`, `statedCard` and `authenticatorOf`; `concurrent_update` when another
 * card is being started
 */
export async function startPlainAuthentication(
  [authentication, configuration]: readonly [PlainAuthentication, Configuration],
  request: StartRequest,
  services: PlainAuthenticationServices,
): Promise<PlainAuthentication> {
  const { body, now } = request;
  const { authentications, clock, switchUrl } = services;
  checkStarts(authentication);
  const card = statedCard(body, now);
  const account = authenticatorOf(authentication, configuration);
  const payer = compact({
    billing: body.billing,
    shipping: body.shipping,
    browser: body.browser_information,
    email: body.email,
  });
  const { reference, begun } = beginStart(authentication, { account, payer }, now);
  const saved = await authentications.save(begun);
  const outcome: AuthenticationOutcome = await startAtAuthenticator(
    { account, configuration },
    {
      reference,
      amountMinor: saved.amountMinor,
      currency: saved.currency,
      card,
      returnUrl: authenticationReturnUrl(saved, switchUrl),
      forceChallenge: saved.forceChallenge,
    },
    request,
    services,
  );
  return authentications.settle(saved, (current) =>
    afterStart(current, reference, outcome, clock()),
  );
}

/** Throws `precondition_failed` for another payment method, and for a card that is out of date. */
function statedCard(body: AuthenticationEligibilityRequest, now: Date): Omit<Card, 'cvc'> {
  const { payment_method, payment_method_data: data } = body;
  const stated = typeof data === 'string' ? undefined : data.card;
  const card = cardOf({ payment_method_data: data });
  if (payment_method !== 'card' || !stated || !card) {
    throw new SwitchError('precondition_failed', {
      message: 'Only a card in payment_method_data can be authenticated',
    });
  }
  checkCard(stated, now);
  const { cvc: _, ...withoutCode } = card;
  return withoutCode;
}

/**
 * The 3-D Secure server that the merchant chose for this authentication, else the one of the
 * profile.
 *
 * @throws SwitchError `connector_account_not_found` without an active account with it,
 * `invalid_request` where none is set
 */
function authenticatorOf(
  { profileId, chosenConnector }: PlainAuthentication,
  configuration: Configuration,
): ConnectorAccount {
  const names =
    chosenConnector === undefined
      ? authenticatorNamesOf(configuration, profileId)
      : [chosenConnector];
  if (names.length === 0) {
    throw new SwitchError('invalid_request', {
      message: `No authentication_connector found for profile_id ${profileId}`,
    });
  }
  const account = authenticatorAmong(configuration, profileId, names);
  if (!account) throw new SwitchError('connector_account_not_found');
  return account;
}
