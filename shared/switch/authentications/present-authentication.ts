import type { AuthenticationData } from '#connectors/interface/three-ds.ts';
import { challengeRequestOf, type requestorOf } from '../payments/authentication/authenticator.ts';
import type { PlainAuthentication } from './authentication.ts';
import type {
  AuthenticateResponse,
  AuthenticationEligibilityResponse,
  AuthenticationResponse,
  SyncAuthenticationResponse,
} from './operations.ts';

/** The parts of an answer that depend on the caller, and on the server's last answer. */
export interface Shown {
  readonly requestor: ReturnType<typeof requestorOf>;
  /** Whether the caller has the merchant's secret key. */
  readonly isMerchant: boolean;
  /** The proof, as the 3-D Secure server gave it just now. */
  readonly proof?: AuthenticationData | undefined;
  /** Why the server gave no result just now. */
  readonly failure?: PlainAuthentication['error'];
}

const acquirerOf = ({ acquirer }: PlainAuthentication) => ({
  acquirer_bin: acquirer.bin ?? null,
  acquirer_merchant_id: acquirer.merchantId ?? null,
  merchant_country_code: acquirer.countryCode ?? null,
});

const connectorOf = ({ asked, chosenConnector }: PlainAuthentication) =>
  asked?.connectorName ?? chosenConnector ?? null;

const errorsOf = ({ error }: Pick<PlainAuthentication, 'error'>) => ({
  error_code: error?.code ?? null,
  error_message: error?.message ?? null,
});

const payerOf = ({ payer }: PlainAuthentication) => ({
  billing: payer?.billing ?? null,
  shipping: payer?.shipping ?? null,
  browser_information: payer?.browser ?? null,
  email: payer?.email ?? null,
});

const wholeOf = (authentication: PlainAuthentication) => ({
  authentication_id: authentication.id,
  merchant_id: authentication.merchantId,
  status: authentication.status,
  client_secret: authentication.clientSecret,
  amount: authentication.amountMinor,
  currency: authentication.currency,
  authentication_connector: connectorOf(authentication),
  force_3ds_challenge: authentication.forceChallenge,
  return_url: authentication.returnUrl ?? null,
  created_at: authentication.createdAt,
  profile_id: authentication.profileId,
  psd2_sca_exemption_type: authentication.exemption ?? null,
  acquirer_details: acquirerOf(authentication),
  profile_acquirer_id: authentication.profileAcquirerId ?? null,
  ...errorsOf(authentication),
});

/** Presents a new authentication to its merchant. */
export const presentCreated = (authentication: PlainAuthentication): AuthenticationResponse => ({
  ...wholeOf(authentication),
  customer_details: authentication.customer ?? null,
});

/** Presents the start of an authentication, to the page or to the merchant. */
export function presentEligibility(
  authentication: PlainAuthentication,
  switchUrl: string,
): AuthenticationEligibilityResponse {
  const { id, asked, status, profileId } = authentication;
  return {
    authentication_id: id,
    next_action: { url: `${switchUrl}/authentication/${id}/authenticate`, http_method: 'POST' },
    status,
    eligibility_response_params:
      asked?.version === undefined
        ? null
        : {
            ThreeDsData: {
              three_ds_server_transaction_id: asked.serverTransactionId ?? '',
              maximum_supported_3ds_version: asked.version,
              connector_authentication_id: asked.reference,
              three_ds_method_data: '',
              three_ds_method_url: '',
              message_version: asked.version,
              directory_server_id: '',
            },
          },
    connector_metadata: null,
    profile_id: profileId,
    authentication_connector: connectorOf(authentication),
    acquirer_details: acquirerOf(authentication),
    ...errorsOf(authentication),
    ...payerOf(authentication),
  };
}

/** The bank's answer. The electronic commerce indicator is the merchant's alone. */
function bankAnswerOf(
  { asked, transactionStatus }: PlainAuthentication,
  { isMerchant, requestor }: Shown,
) {
  const { challengeUrl, version, serverTransactionId, acsTransactionId, dsTransactionId } =
    asked ?? {};
  const isChallenge = transactionStatus === 'C' && challengeUrl !== undefined;
  const request = isChallenge && {
    version: version ?? '',
    serverTransactionId: serverTransactionId ?? '',
    acsTransactionId: acsTransactionId ?? '',
    dsTransactionId: dsTransactionId ?? '',
  };
  return {
    trans_status: transactionStatus ?? null,
    acs_url: isChallenge ? challengeUrl : null,
    challenge_request: request ? challengeRequestOf(request) : null,
    acs_reference_number: null,
    acs_trans_id: transactionStatus === undefined ? null : (acsTransactionId ?? null),
    acs_signed_content: null,
    three_ds_requestor_url: requestor.three_ds_requestor_url,
    three_ds_requestor_app_url: requestor.three_ds_requestor_app_url,
    eci:
      isMerchant && transactionStatus === 'Y' ? (asked?.electronicCommerceIndicator ?? null) : null,
  };
}

/** Presents the bank's answer. The cryptogram is the merchant's alone. */
export function presentAuthenticated(
  authentication: PlainAuthentication,
  shown: Shown,
): AuthenticateResponse {
  const { proof, isMerchant, failure } = shown;
  return {
    ...bankAnswerOf(authentication, shown),
    three_ds_server_transaction_id: authentication.asked?.serverTransactionId ?? null,
    ...errorsOf({ error: failure ?? authentication.error }),
    authentication_value: (isMerchant && proof?.cryptogram) || null,
    status: authentication.status,
    authentication_connector: connectorOf(authentication),
    authentication_id: authentication.id,
    acquirer_details: acquirerOf(authentication),
  };
}

/** Presents an authentication with its result; the proof is the merchant's alone. */
export function presentSynced(
  authentication: PlainAuthentication,
  shown: Shown,
): SyncAuthenticationResponse {
  const { asked } = authentication;
  const { proof, isMerchant, failure } = shown;
  return {
    ...wholeOf(authentication),
    ...bankAnswerOf(authentication, shown),
    ...payerOf(authentication),
    ...errorsOf({ error: failure ?? authentication.error }),
    threeds_server_transaction_id: asked?.serverTransactionId ?? null,
    maximum_supported_3ds_version: asked?.version ?? null,
    connector_authentication_id: asked?.reference ?? null,
    three_ds_method_data: null,
    three_ds_method_url: null,
    message_version: asked?.version ?? null,
    connector_metadata: null,
    directory_server_id: null,
    payment_method_data: null,
    vault_token_data: null,
    authentication_details: isMerchant && proof ? { three_ds_data: threeDsDataOf(proof) } : null,
  };
}

/** The proof as a payment takes it in `three_ds_data`. */
const threeDsDataOf = (proof: AuthenticationData) => ({
  authentication_cryptogram:
    proof.cryptogram === undefined
      ? null
      : { cavv: { authentication_cryptogram: proof.cryptogram } },
  ds_trans_id: proof.dsTransactionId ?? null,
  version: proof.version ?? null,
  eci: proof.electronicCommerceIndicator ?? null,
  transaction_status: proof.transactionStatus ?? ('Y' as const),
});
