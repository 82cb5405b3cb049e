import * as v from 'valibot';
import type { Configuration, ConnectorAccount } from '../accounts/merchant-account.ts';
import type { IncomingWebhook, WebhookParser } from '../connectors/interface/webhooks.ts';
import { SwitchError } from '../errors.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';
import type { MerchantSecrets } from '../secrets/merchant-secrets.ts';
import { ConnectorName } from '../vocabulary/connectors.ts';

/**
 * The connector accounts that a webhook's address may mean: one by its identifier, all of a connector
 * by its name; never none. Accounts that are switched off still hear of what they once took.
 *
 * @throws SwitchError `connector_account_not_found`, `invalid_request` for a name that no connector has
 */
export function addressedAccounts(
  { connectorAccounts }: Configuration,
  connector: string,
): readonly [ConnectorAccount, ...ConnectorAccount[]] {
  const isId = connector.startsWith('mca_');
  if (!isId && !v.is(ConnectorName, connector)) {
    throw new SwitchError('invalid_request', { message: 'invalid connector name received' });
  }
  const [first, ...others] = connectorAccounts.filter((account) =>
    isId ? account.id === connector : account.connectorName === connector,
  );
  if (!first) throw new SwitchError('connector_account_not_found');
  return [first, ...others];
}

/**
 * The accounts with whose credentials the webhook was signed, by identifier: several, where a merchant
 * has one account with the processor for several profiles. Throws `webhook_not_authentic` when there is
 * none.
 */
export async function verifySender(
  webhook: IncomingWebhook,
  accounts: readonly ConnectorAccount[],
  reader: WebhookParser,
  {
    configuration,
    secrets,
    now,
  }: { configuration: Configuration; secrets: MerchantSecrets; now: Date },
): Promise<ReadonlySet<string>> {
  const senders = new Set<string>();
  for (const account of accounts) {
    // One that waits for its credentials has nothing to sign with.
    const access = await openConnectorAccess(account, configuration, secrets).catch(
      ignoreUnlessActive(account),
    );
    if (access && reader.verifySignature?.(webhook, access, now)) senders.add(account.id);
  }
  if (senders.size === 0) throw new SwitchError('webhook_not_authentic');
  return senders;
}

const ignoreUnlessActive =
  ({ status }: ConnectorAccount) =>
  (error: unknown): undefined => {
    if (status === 'active') throw error;
  };
