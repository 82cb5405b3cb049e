import { chooseProfile } from '#merchants/accounts/choose-profile.ts';
import type {
  Configuration,
  MerchantAccount,
  Profile,
} from '#merchants/accounts/merchant-account.ts';
import { defaultSessionSeconds } from '#merchants/profiles/present-profile.ts';
import { SwitchError } from '#platform/errors.ts';
import type { IdempotentRequest } from '#platform/http/operation/idempotency.ts';
import { fingerprintOf } from '#platform/http/operation/idempotent-create.ts';
import { derivedId } from '#platform/ids.ts';
import { checkLink } from '../../payment-links/check-link.ts';
import { newLink } from '../../payment-links/new-link.ts';
import { offersAnyOf } from '../../routing/eligible-accounts.ts';
import { type NewPayment, newPayment } from '../lifecycle/new-payment.ts';
import { netAmount } from '../request/net-amount.ts';
import type { PaymentRequest } from '../request/payment-request.ts';
import { customerOf, requestFieldsOf } from '../request/terms.ts';
import { checkCreate } from '../request/validate-request.ts';

/** The parts of a creating request that a draft needs. */
export interface DraftRequest {
  readonly caller: { readonly merchantId: string; readonly profileId?: string };
  readonly body: PaymentRequest;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly now: Date;
  readonly invocationId: string;
  readonly idempotentRequest?: IdempotentRequest | undefined;
}

/**
 * Checks a request that creates a payment, and drafts the payment: its profile, amounts, customer,
 * session and payment link. Pure: nothing is saved.
 *
 * @param switchUrl base URL of the switch, for a payment link
 * @throws SwitchError those of `checkCreate`, `chooseProfile` and `checkLink`;
 * `merchant_account_not_found`, `no_eligible_connector`
 */
export function draftPayment(
  request: DraftRequest,
  configuration: Configuration,
  switchUrl: string,
): NewPayment {
  const { caller, body, headers } = request;
  const { merchantId } = caller;
  checkRequest(request);
  const profile = profileFor(request, configuration);
  const drafted = draft(request, configuration.account, profile);
  if (!body.payment_link) return drafted;
  const { id: paymentId } = drafted;
  const linked = { merchantId, paymentId, profileSettings: profile.settings, switchUrl };
  const link = newLink({ ...linked, acceptLanguage: headers['accept-language'] });
  const withLink = { ...drafted, link };
  checkLink(newPayment(withLink), configuration, profile);
  return withLink;
}

/**
 * Without a `payment_id`, the id is derived from the invocation, so one invocation creates one
 * payment.
 */
export const newPaymentId = ({
  body,
  caller,
  invocationId,
}: Pick<DraftRequest, 'body' | 'caller' | 'invocationId'>): string =>
  body.payment_id ?? derivedId('pay', caller.merchantId, invocationId);

/** The order of the checks decides which error a request with several mistakes gets. */
function checkRequest({ body, now, caller }: DraftRequest): void {
  checkCreate(body, now);
  if (body.merchant_id && body.merchant_id !== caller.merchantId) {
    throw new SwitchError('merchant_account_not_found');
  }
}

function profileFor({ body, caller }: DraftRequest, configuration: Configuration): Profile {
  const profile = chooseProfile(configuration, {
    profileId: body.profile_id,
    ownProfileId: caller.profileId,
    businessCountry: body.business_country,
    businessLabel: body.business_label,
  });
  const wanted = body.allowed_payment_method_types;
  if (wanted?.length && !offersAnyOf(configuration, profile.id, wanted)) {
    throw new SwitchError('no_eligible_connector');
  }
  return profile;
}

function draft(request: DraftRequest, account: MerchantAccount, profile: Profile): NewPayment {
  const { body, now, idempotentRequest } = request;
  const { amount, currency, session_expiry } = body;
  if (typeof amount !== 'number' || !currency) throw new Error('`checkCreate` requires both.');
  const sessionSeconds = session_expiry ?? profile.settings.session_expiry;
  const customer = customerOf(body);
  return {
    merchantId: account.id,
    publishableKey: account.publishableKey,
    ...fingerprintOf(idempotentRequest),
    id: newPaymentId(request),
    profileId: profile.id,
    amountMinor: amount,
    netAmountMinor: netAmount({ ...body, amount }),
    currency,
    requestFields: requestFieldsOf({
      ...body,
      is_iframe_redirection_enabled: inFrame(body, profile),
    }),
    ...(customer && { customer }),
    confirm: body.confirm,
    sessionSeconds: typeof sessionSeconds === 'number' ? sessionSeconds : defaultSessionSeconds,
    now,
  };
}

/**
 * The request's setting, else the profile's current one; later changes of the profile have no
 * effect.
 */
function inFrame({ is_iframe_redirection_enabled: stated }: PaymentRequest, { settings }: Profile) {
  const set = settings.is_iframe_redirection_enabled;
  return stated ?? (typeof set === 'boolean' ? set : undefined);
}
