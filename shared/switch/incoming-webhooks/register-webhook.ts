import { createHash, randomBytes } from 'node:crypto';
import { aboutNamed } from '#connectors/abouts.ts';
import type { Connectors } from '#connectors/connectors.ts';
import type { WebhookRegistrationOutcome } from '#connectors/interface/webhooks.ts';
import { type ConfigurationStore, placeOf } from '#merchants/accounts/configuration-store.ts';
import type { ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import {
  ConnectorSecrets,
  connectorAccountOf,
  withWebhookSecrets,
} from '#merchants/connector-accounts/connector-account-changes.ts';
import { SwitchError } from '#platform/errors.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';

interface RegistrationServices {
  readonly configurations: ConfigurationStore;
  readonly secrets: MerchantSecrets;
  connectors(request: { remainingMs(): number; readonly requestId: string }): Connectors;
  /** The switch's public base URL. */
  readonly switchUrl: string;
}

interface RegistrationRequest {
  readonly merchantId: string;
  readonly accountId: string;
  /** The profile that the caller acts for. */
  readonly ownProfileId?: string | undefined;
  readonly now: Date;
  readonly requestId: string;
  remainingMs(): number;
}

/**
 * Registers our address for an account's webhooks at its processor, and stores the secret with
 * which the processor will sign. An address that is registered with the account's credentials is
 * not registered twice. When the answer or our save is lost, a repeat asks by the same reference,
 * so a processor that takes an idempotency key gives the same address and secret. A secret that we
 * choose is stored before the processor is asked, so that the repeat states it again.
 *
 * @throws SwitchError `connector_account_not_found`; `not_implemented` where the merchant enters
 * our address at the processor; `precondition_failed` without credentials; `concurrent_update` when
 * the account changed meanwhile: nothing is stored then, and a repeat stores it
 */
export async function registerWebhookAddress(
  request: RegistrationRequest,
  { configurations, secrets, connectors, switchUrl }: RegistrationServices,
): Promise<WebhookRegistrationOutcome> {
  const { merchantId, accountId, ownProfileId, now } = request;
  const configuration = await configurations.read(merchantId);
  const account = connectorAccountOf(configuration, accountId, ownProfileId);
  const { connectorName } = account;
  const about = aboutNamed(connectorName);
  if (!about?.features.includes('registerWebhook')) {
    throw new SwitchError('not_implemented', { what: `Webhook registration for ${connectorName}` });
  }
  const place = placeOf.connectorAccount(account.id);
  const opened = await secrets.open(configuration.account, place, account.sealed, ConnectorSecrets);
  if (opened.connector_account_details.auth_type === 'TemporaryAuth') {
    throw new SwitchError('precondition_failed', {
      message: 'The connector account has no credentials.',
    });
  }
  const { ended, registered, chosenSecret } = opened.webhookRegistration ?? { ended: 0 };
  const url = `${switchUrl}/webhooks/${merchantId}/${accountId}`;
  if (registered?.url === url) {
    return { result: 'registered', connectorWebhookId: registered.connectorWebhookId };
  }
  const reference = referenceOf(accountId, url, ended);
  const access = await openConnectorAccess(account, configuration, secrets);
  const save = async (before: ConnectorAccount, after: ConnectorSecrets) => {
    const sealed = await secrets.seal(configuration.account, place, after);
    const changed = { ...before, sealed, modifiedAt: now.toISOString() };
    return configurations.saveConnectorAccount(changed, before);
  };
  const secret = about.isWebhookSecretChosen ? (chosenSecret ?? newSecret()) : undefined;
  const asked =
    secret === chosenSecret
      ? account
      : await save(account, {
          ...opened,
          webhookRegistration: { ...opened.webhookRegistration, ended, chosenSecret: secret },
        });
  const registration = { reference, url, ...(secret !== undefined && { secret }) };
  const outcome = await connectors(request).registerWebhook(access, registration);
  if (outcome.result === 'unknown' || outcome.result === 'not_sent') return outcome;
  await save(asked, afterRegistration(opened, outcome, { url, ended, now }));
  return outcome;
}

/** 32 random bytes in hexadecimal digits. */
const newSecret = () => randomBytes(32).toString('hex');

/** The account's secrets after the processor registered or refused our address. */
function afterRegistration(
  secrets: ConnectorSecrets,
  outcome: WebhookRegistrationOutcome,
  { url, ended, now }: { readonly url: string; readonly ended: number; readonly now: Date },
): ConnectorSecrets {
  if (outcome.result !== 'registered') {
    return { ...secrets, webhookRegistration: { ended: ended + 1 } };
  }
  const { connectorWebhookId, secret } = outcome;
  const details = secret !== undefined && {
    ...secrets.connector_webhook_details,
    merchant_secret: secret,
  };
  const signed = details ? withWebhookSecrets(secrets, details, now) : secrets;
  const registered = { connectorWebhookId, url };
  return { ...signed, webhookRegistration: { ended: ended + 1, registered } };
}

/** 32 hexadecimal digits. */
const referenceOf = (...facts: readonly [accountId: string, url: string, ended: number]) =>
  createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
