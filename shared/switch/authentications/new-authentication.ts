import { chooseProfile } from '#merchants/accounts/choose-profile.ts';
import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import { fingerprintOf } from '#platform/http/operation/idempotent-create.ts';
import type { Request } from '#platform/http/operation/implement.ts';
import { derivedId } from '#platform/ids.ts';
import { compact } from '#platform/schema.ts';
import { newAuthentication, type PlainAuthentication } from './authentication.ts';
import type { CreateAuthenticationRequest, createAuthentication } from './operations.ts';

type CreateRequest = Request<typeof createAuthentication>;

/**
 * Without an `authentication_id`, the id is derived from the invocation, so one invocation creates
 * one authentication.
 */
export const newAuthenticationId = ({ body, caller, invocationId }: CreateRequest): string =>
  body.authentication_id ?? derivedId('authn', caller.merchantId, invocationId);

/**
 * Drafts the authentication that a request asks for. Pure: nothing is saved.
 *
 * @throws SwitchError those of `chooseProfile`, and `profile_acquirer_not_found`
 */
export function draftAuthentication(
  request: CreateRequest,
  configuration: Configuration,
): PlainAuthentication {
  const { caller, body, now, idempotentRequest } = request;
  const profile = chooseProfile(configuration, {
    profileId: body.profile_id,
    ownProfileId: caller.profileId,
  });
  const facts = {
    merchantId: caller.merchantId,
    id: newAuthenticationId(request),
    profileId: profile.id,
    ...fingerprintOf(idempotentRequest),
    amountMinor: body.amount,
    currency: body.currency,
    forceChallenge: body.force_3ds_challenge ?? profile.settings.force_3ds_challenge === true,
    acquirer: acquirerOf(body, profile),
    ...compact({
      chosenConnector: body.authentication_connector,
      returnUrl: body.return_url,
      exemption: body.psd2_sca_exemption_type,
      profileAcquirerId: body.profile_acquirer_id,
      customer: body.customer_details,
    }),
  };
  return newAuthentication(facts, now);
}

/** The stated acquirer; without one, the named acquirer of the profile. */
function acquirerOf(
  { acquirer_details: stated, profile_acquirer_id: name }: CreateAuthenticationRequest,
  { id: profileId, acquirers = [], settings }: Profile,
): PlainAuthentication['acquirer'] {
  if (stated) {
    return compact({
      bin: stated.acquirer_bin,
      merchantId: stated.acquirer_merchant_id,
      countryCode: stated.merchant_country_code,
    });
  }
  if (name == null) return {};
  const found = acquirers.find(({ id }) => id === name);
  if (!found) {
    throw new SwitchError('profile_acquirer_not_found', { id: name, profile_id: profileId });
  }
  const { merchant_country_code: country } = settings;
  return compact({
    bin: found.acquirer_bin,
    merchantId: found.acquirer_assigned_merchant_id,
    countryCode: typeof country === 'string' ? country : undefined,
  });
}
