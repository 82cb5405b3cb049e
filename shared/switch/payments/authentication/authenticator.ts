import * as v from 'valibot';
import type {
  AuthenticationIds,
  AuthenticationOutcome,
  AuthenticationRequest,
} from '#connectors/interface/three-ds.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { AuthenticationConnectorDetails } from '#merchants/profiles/profile-settings.ts';
import { SwitchError } from '#platform/errors.ts';
import { log } from '#platform/log.ts';
import { openConnectorAccess } from '../connector-access.ts';
import type { PaymentServices } from '../payment-services.ts';

/*
 * How the switch asks a 3-D Secure server, for a payment and for an authentication without one.
 */

type Services = Pick<PaymentServices, 'secrets' | 'connectors'>;

interface AskContext {
  remainingMs(): number;
  readonly requestId: string;
}

const detailsOf = ({ profiles }: Configuration, profileId: string) => {
  const settings = profiles.find(({ id }) => id === profileId)?.settings;
  const details = v.safeParse(
    AuthenticationConnectorDetails,
    settings?.authentication_connector_details,
  );
  return details.success ? details.output : undefined;
};

/** The 3-D Secure servers that a profile's settings name; empty where they name none. */
export const authenticatorNamesOf = (
  configuration: Configuration,
  profileId: string,
): readonly string[] => detailsOf(configuration, profileId)?.authentication_connectors ?? [];

/** The profile's active account with one of these 3-D Secure servers; undefined without one. */
export const authenticatorAmong = (
  { connectorAccounts }: Configuration,
  profileId: string,
  names: readonly string[],
): ConnectorAccount | undefined =>
  connectorAccounts.find(
    (one) =>
      one.profileId === profileId &&
      one.connectorType === 'authentication_processor' &&
      names.includes(one.connectorName) &&
      one.status === 'active' &&
      !one.disabled,
  );

/** The merchant's own page for 3-D Secure, which authentication servers may require. */
export function requestorOf(configuration: Configuration, profileId: string) {
  const known = detailsOf(configuration, profileId);
  return {
    three_ds_requestor_url: known?.three_ds_requestor_url ?? '',
    three_ds_requestor_app_url: known?.three_ds_requestor_app_url ?? null,
  };
}

interface Asked {
  readonly account: ConnectorAccount;
  readonly configuration: Configuration;
}

/**
 * Starts an authentication at a 3-D Secure server. Never throws: a server that cannot be asked is
 * an outcome too.
 */
export async function startAtAuthenticator(
  { account, configuration }: Asked,
  request: AuthenticationRequest,
  context: AskContext,
  { secrets, connectors }: Services,
): Promise<AuthenticationOutcome> {
  try {
    const access = await openConnectorAccess(account, configuration, secrets);
    return await connectors(context).authenticate(access, request);
  } catch (error) {
    log.error('authentication not sent', error, { reference: request.reference });
    return { result: 'not_sent', message: 'Authentication server cannot be asked' };
  }
}

/**
 * Asks the 3-D Secure server for the result. An account that was switched off meanwhile is asked
 * too, so that its open authentications can end.
 *
 * @throws SwitchError `connector_account_not_found`
 */
export async function syncAtAuthenticator(
  {
    configuration,
    accountId,
  }: { readonly configuration: Configuration; readonly accountId: string | undefined },
  reference: string,
  context: AskContext,
  { secrets, connectors }: Services,
): Promise<AuthenticationOutcome> {
  const account = configuration.connectorAccounts.find(({ id }) => id === accountId);
  if (!account) throw new SwitchError('connector_account_not_found');
  const access = await openConnectorAccess(account, configuration, secrets);
  return connectors(context).syncAuthentication(access, { reference });
}

/** The message by which a browser opens the challenge at the bank: EMV 3-D Secure, CReq. */
export const challengeRequestOf = (ids: AuthenticationIds): string => {
  const request = {
    threeDSServerTransID: ids.serverTransactionId,
    acsTransID: ids.acsTransactionId,
    messageVersion: ids.version,
    messageType: 'CReq',
    challengeWindowSize: '05',
  };
  return Buffer.from(JSON.stringify(request)).toString('base64url');
};
