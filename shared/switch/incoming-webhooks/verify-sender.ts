import * as v from 'valibot';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import type {
  IncomingWebhook,
  WebhookContent,
  WebhookParser,
  WebhookVerification,
} from '#connectors/interface/webhooks.ts';
import type { Configuration, ConnectorAccount } from '#merchants/accounts/merchant-account.ts';
import { SwitchError } from '#platform/errors.ts';
import type { MerchantSecrets } from '#platform/secrets/merchant-secrets.ts';
import { ConnectorName } from '#vocabulary/connectors.ts';
import { openConnectorAccess } from '../payments/connector-access.ts';

/**
 * The connector accounts that a webhook's address may mean: one by its identifier, all of a
 * connector by its name; never none. Accounts that are switched off still receive webhooks about
 * their earlier payments.
 *
 * @throws SwitchError `connector_account_not_found`, `invalid_request` for a name that no connector
 * has
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

interface Verification {
  readonly configuration: Configuration;
  readonly secrets: MerchantSecrets;
  readonly now: Date;
  /** Asks the processor, where only it can verify its webhooks. */
  ask(access: ConnectorAccess, accountId: string): Promise<WebhookVerification>;
}

interface Senders {
  /** By identifier. */
  readonly accountIds: ReadonlySet<string>;
  /** The processor's answer when it was asked, in place of the webhook's content. */
  readonly told?: readonly WebhookContent[];
  /** The webhook in the clear, where the key of a sender opens it; else as it arrived. */
  readonly opened: IncomingWebhook;
}

/**
 * The accounts that sent the webhook: several, where a merchant has one account with the processor
 * for several profiles. None when it was not signed with a secret of theirs, or when the processor
 * does not say that it is its own.
 */
export async function verifySender(
  webhook: IncomingWebhook,
  accounts: readonly ConnectorAccount[],
  parser: WebhookParser,
  { configuration, secrets, now, ask }: Verification,
): Promise<Senders> {
  const accountIds = new Set<string>();
  let told: readonly WebhookContent[] | undefined;
  let opened = webhook;
  for (const account of accounts) {
    // One that waits for its credentials has nothing to sign with.
    const access = await openConnectorAccess(account, configuration, secrets, now).catch(
      ignoreUnlessActive(account),
    );
    if (!access) continue;
    const verification = await verified(access, account.id);
    if (verification.result !== 'verified') continue;
    accountIds.add(account.id);
    told ??= verification.contents;
    if (opened === webhook) opened = decrypted(webhook, access, parser);
  }
  return { accountIds, opened, ...(told && { told }) };

  async function verified(
    access: ConnectorAccess,
    accountId: string,
  ): Promise<WebhookVerification> {
    if (parser.verifyByAsking) return ask(access, accountId);
    return { result: isSigned(webhook, access, parser, now) ? 'verified' : 'forged' };
  }
}

/** One that cannot be decrypted stays as it is, and is not readable then. */
function decrypted(webhook: IncomingWebhook, access: ConnectorAccess, parser: WebhookParser) {
  try {
    return parser.decrypt?.(webhook, access) ?? webhook;
  } catch {
    return webhook;
  }
}

/**
 * Any sender may send anything, so a webhook that breaks the check is unsigned, and no failure of
 * ours.
 */
function isSigned(
  webhook: IncomingWebhook,
  access: ConnectorAccess,
  parser: WebhookParser,
  now: Date,
): boolean {
  try {
    return parser.verifySignature?.(webhook, access, now) ?? false;
  } catch {
    return false;
  }
}

const ignoreUnlessActive =
  ({ status }: ConnectorAccount) =>
  (error: unknown): undefined => {
    if (status === 'active') throw error;
  };
