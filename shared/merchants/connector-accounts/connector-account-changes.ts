import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import { SwitchError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { compact, JsonObject } from '#platform/schema.ts';
import { maskMembers, maskSecret, secretsAfter } from '#platform/secrets/mask-secrets.ts';
import type { ConnectorName } from '#vocabulary/connectors.ts';
import { chooseProfile } from '../accounts/choose-profile.ts';
import type {
  Configuration,
  ConnectorAccount,
  UnsealedConnectorAccount,
} from '../accounts/merchant-account.ts';
import { checkVerifierChoices } from './account-verifier-choice.ts';
import { checkAdapter, refuseLiveCredentials } from './adapter-check.ts';
import {
  checkConnectorType,
  connectionState,
  defaultLabel,
  maskCredentials,
  parseCredentials,
  withMaskedKeys,
} from './connector-account.ts';
import { ConnectorCredentials } from './credentials.ts';
import type {
  ConnectorAccountListItem,
  ConnectorAccountResponse,
  CreateConnectorAccountRequest,
  UpdateConnectorAccountRequest,
} from './operations.ts';

const WebhookSecrets = v.object({
  merchant_secret: v.string(),
  additional_secret: v.nullish(v.string()),
});

/** The results of requests to the processor to register our address for webhooks. */
const WebhookRegistrations = v.object({
  /** How many ended, well or not. A repeat of one that did not end is known by this number. */
  ended: v.number(),
  /** The secret that was chosen for the one that has not ended. */
  chosenSecret: v.optional(v.string()),
  /** The address that is registered with these credentials, and the processor's id of it. */
  registered: v.optional(v.object({ connectorWebhookId: v.string(), url: v.string() })),
});

/** The part of a connector account that is kept sealed. */
export const ConnectorSecrets = v.object({
  connector_account_details: ConnectorCredentials,
  connector_webhook_details: v.optional(WebhookSecrets),
  /** The webhook secrets before the last change, and when they were replaced. */
  previousWebhookSecrets: v.optional(
    v.object({ secrets: v.array(v.string()), replacedAt: v.string() }),
  ),
  webhookRegistration: v.optional(WebhookRegistrations),
  metadata: v.optional(JsonObject),
  additional_merchant_data: v.optional(JsonObject),
  connector_wallets_details: v.optional(JsonObject),
});
export type ConnectorSecrets = v.InferOutput<typeof ConnectorSecrets>;

/** Whether the merchant entered our address at the processor, or we registered it there. */
export const hasWebhooks = ({
  connector_webhook_details: details,
  webhookRegistration: registration,
}: ConnectorSecrets): boolean => details !== undefined || registration?.registered !== undefined;

/** How long a processor may sign with a webhook secret that was replaced, in milliseconds. */
const replacedSecretMs = 24 * 60 * 60 * 1_000;

/**
 * The secrets with which the processor may sign its webhooks at this time, newest first: those that
 * the account has, and for a day those that it had before.
 */
export function webhookSecretsAt(
  { connector_webhook_details: current, previousWebhookSecrets: previous }: ConnectorSecrets,
  now: Date,
): readonly string[] {
  const isPreviousValid =
    previous && now.getTime() - Date.parse(previous.replacedAt) < replacedSecretMs;
  return [...secretsIn(current), ...(isPreviousValid ? previous.secrets : [])];
}

const secretsIn = (details: ConnectorSecrets['connector_webhook_details']): readonly string[] =>
  details
    ? [details.merchant_secret, ...(details.additional_secret ? [details.additional_secret] : [])]
    : [];

/**
 * The secrets of an account with other webhook secrets. Those that it had are valid for a day more;
 * those before them are not. The same secrets once more change nothing.
 */
export function withWebhookSecrets(
  secrets: ConnectorSecrets,
  details: NonNullable<ConnectorSecrets['connector_webhook_details']>,
  now: Date,
): ConnectorSecrets {
  const next = secretsIn(details);
  const replaced = secretsIn(secrets.connector_webhook_details).filter(
    (secret) => !next.includes(secret),
  );
  return {
    ...secrets,
    connector_webhook_details: details,
    ...(replaced.length > 0 && {
      previousWebhookSecrets: { secrets: replaced, replacedAt: now.toISOString() },
    }),
  };
}

/** The settings of the deployment that decide about accounts. */
export interface DeploymentOfAccounts {
  /** Whether the simulated processors may be connected here. */
  readonly testConnectors: boolean;
  /** Whether this is production; every other stage refuses credentials that say they are live. */
  readonly isProduction: boolean;
}

interface CreateContext extends DeploymentOfAccounts {
  /** The profile that the caller acts for. */
  readonly ownProfileId?: string | undefined;
  readonly now: Date;
}

/**
 * The connector account that a request asks for, and its secrets apart. Throws the refusals of the
 * operation: which profile, which connector, which credentials, which label.
 */
export function newConnectorAccount(
  request: CreateConnectorAccountRequest,
  configuration: Configuration,
  { testConnectors, isProduction, ownProfileId, now }: CreateContext,
): { account: UnsealedConnectorAccount; secrets: ConnectorSecrets } {
  const {
    connector_account_details,
    connector_webhook_details,
    metadata,
    additional_merchant_data,
    connector_wallets_details,
    connector_name: connectorName,
    connector_type: connectorType,
    connector_label,
    profile_id: profileId,
    merchant_connector_id: _madeByUs,
    status: givenStatus,
    disabled: givenDisabled,
    ...settings
  } = request;
  const { business_country: businessCountry, business_label: businessLabel } = request;
  const profile = chooseProfile(configuration, {
    profileId,
    ownProfileId,
    businessCountry,
    businessLabel,
  });
  checkConnectorType({ connectorName, connectorType, testConnectors });
  checkVerifierChoices(request.pm_auth_config, configuration, profile.id);
  const credentials = parseCredentials(connectorName, connector_account_details);
  checkAdapter(connectorName, connectorType);
  if (!isProduction) refuseLiveCredentials(connectorName, credentials);
  const authType = credentials.auth_type;
  const at = now.toISOString();
  const account = {
    id: newId('mca'),
    merchantId: configuration.account.id,
    profileId: profile.id,
    connectorName,
    connectorType,
    label:
      connector_label ??
      defaultLabel({
        connectorName,
        profileName: profile.name,
        businessCountry,
        businessLabel,
        businessSubLabel: request.business_sub_label,
      }),
    ...connectionState({ authType, status: givenStatus, disabled: givenDisabled }),
    settings: compact(settings),
    createdAt: at,
    modifiedAt: at,
    version: 1,
  };
  const secrets = compact({
    connector_webhook_details: connector_webhook_details && compact(connector_webhook_details),
    metadata,
    additional_merchant_data,
    connector_wallets_details: connector_wallets_details && compact(connector_wallets_details),
  });
  return { account, secrets: { ...secrets, connector_account_details: credentials } };
}

/**
 * The connector account and its secrets after the request; fields that are not stated stay. Throws
 * `invalid_data` and `invalid_request`.
 */
export function updatedConnectorAccount(
  account: UnsealedConnectorAccount,
  secrets: ConnectorSecrets,
  request: UpdateConnectorAccountRequest,
  { testConnectors, isProduction, now }: DeploymentOfAccounts & { readonly now: Date },
): { account: UnsealedConnectorAccount; secrets: ConnectorSecrets } {
  const {
    connector_account_details,
    connector_webhook_details: webhooks,
    metadata,
    additional_merchant_data,
    connector_wallets_details: wallets,
    connector_type: connectorType,
    connector_label,
    status: givenStatus,
    disabled: givenDisabled,
    ...settings
  } = request;
  const connectorName = account.connectorName as ConnectorName; // Checked on creation.
  checkConnectorType({ connectorName, connectorType, testConnectors });
  if (connectorType !== account.connectorType) checkAdapter(connectorName, connectorType);
  const credentials = connector_account_details
    ? parseCredentials(connectorName, connector_account_details)
    : secrets.connector_account_details;
  if (!isProduction && connector_account_details) refuseLiveCredentials(connectorName, credentials);
  // A registration with other credentials, or one that signs with another secret, no longer counts.
  const { webhookRegistration: registration, ...others } = secrets;
  const { registered: _, ...unregistered } = registration ?? {};
  const known =
    registration && (connector_account_details || webhooks)
      ? { ...others, webhookRegistration: { ...unregistered, ended: registration.ended } }
      : secrets;
  const authType = credentials.auth_type;
  const status = givenStatus ?? (authType === 'TemporaryAuth' ? 'inactive' : account.status);
  const disabled = givenDisabled ?? (status === 'inactive' || account.disabled);
  return {
    account: {
      ...account,
      connectorType,
      label: connector_label ?? account.label,
      ...connectionState({ authType, status, disabled }),
      settings: { ...account.settings, ...compact(settings) },
      modifiedAt: now.toISOString(),
    },
    secrets: {
      ...(webhooks ? withWebhookSecrets(known, compact(webhooks), now) : known),
      ...compact({
        metadata: metadata && secretsAfter(metadata, secrets.metadata),
        additional_merchant_data,
        connector_wallets_details:
          wallets && secretsAfter(compact(wallets), secrets.connector_wallets_details),
      }),
      connector_account_details: credentials,
    },
  };
}

/**
 * A merchant's connector account. A caller that acts for a profile does not see accounts of other
 * profiles. Throws `connector_account_not_found`.
 */
export function connectorAccountOf(
  { connectorAccounts }: Configuration,
  accountId: string,
  ownProfileId?: string,
): ConnectorAccount {
  const account = connectorAccounts.find(({ id }) => id === accountId);
  if (!account || (ownProfileId !== undefined && account.profileId !== ownProfileId)) {
    throw new SwitchError('connector_account_not_found', { reason: `${accountId} does not exist` });
  }
  return account;
}

/** A connector account among others: nothing that could be secret. */
export function listedConnectorAccount(
  account: UnsealedConnectorAccount,
): ConnectorAccountListItem {
  // Stored from a parsed request, under the name that it is answered with.
  const own = <K extends keyof ConnectorAccountListItem>(name: K) =>
    (account.settings[name] ?? null) as ConnectorAccountListItem[K] | null;
  return {
    connector_type: account.connectorType as ConnectorAccountListItem['connector_type'],
    connector_name: account.connectorName as ConnectorAccountListItem['connector_name'],
    connector_label: account.label,
    merchant_connector_id: account.id,
    profile_id: account.profileId,
    payment_methods_enabled: own('payment_methods_enabled'),
    test_mode: own('test_mode'),
    disabled: account.disabled,
    frm_configs: own('frm_configs'),
    business_country: own('business_country'),
    business_label: own('business_label'),
    business_sub_label: own('business_sub_label'),
    applepay_verified_domains: null,
    pm_auth_config: own('pm_auth_config'),
    status: account.status,
    ...compact({ processing_fees: own('processing_fees') }),
  };
}

/** The whole connector account; its credentials and webhook secrets are masked. */
export function presentConnectorAccount(
  account: UnsealedConnectorAccount,
  secrets: ConnectorSecrets,
): ConnectorAccountResponse {
  const webhook = secrets.connector_webhook_details;
  return {
    ...listedConnectorAccount(account),
    connector_account_details: maskCredentials(secrets.connector_account_details),
    connector_webhook_details: webhook
      ? {
          merchant_secret: maskSecret(webhook.merchant_secret),
          additional_secret: webhook.additional_secret
            ? maskSecret(webhook.additional_secret)
            : null,
        }
      : null,
    metadata: secrets.metadata ? withMaskedKeys(secrets.metadata) : null,
    additional_merchant_data: secrets.additional_merchant_data ?? null,
    connector_wallets_details: presentWallets(secrets.connector_wallets_details),
    webhook_setup_capabilities: webhookSetupOf(account.connectorName),
  };
}

/** Who enters our address at the processor: the merchant, or the switch when it is asked to. */
function webhookSetupOf(
  connectorName: string,
): NonNullable<ConnectorAccountResponse['webhook_setup_capabilities']> {
  const about = aboutNamed(connectorName);
  const isOurs = about?.features.includes('registerWebhook') ?? false;
  return {
    is_webhook_auto_configuration_supported: isOurs,
    requires_webhook_secret: isOurs ? about?.isWebhookSecretEntered === true : null,
    config_type: isOurs ? 'AllEvents' : null,
  };
}

/** The data that opens each wallet, masked like credentials; a wallet without data is `null`. */
function presentWallets(
  wallets: ConnectorSecrets['connector_wallets_details'],
): ConnectorAccountResponse['connector_wallets_details'] {
  if (!wallets) return null;
  const of = (name: keyof WalletDetails) => {
    const found = v.safeParse(JsonObject, wallets[name]);
    return found.success ? maskMembers(found.output) : null;
  };
  return {
    apple_pay_combined: of('apple_pay_combined'),
    apple_pay: of('apple_pay'),
    amazon_pay: of('amazon_pay'),
    samsung_pay: of('samsung_pay'),
    paze: of('paze'),
    google_pay: of('google_pay'),
  };
}

type WalletDetails = NonNullable<ConnectorAccountResponse['connector_wallets_details']>;
