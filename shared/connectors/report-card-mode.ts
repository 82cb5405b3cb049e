// Loaded late: only a decline is examined.
import type { Log } from '#platform/log.ts';
import { aboutNamed } from './abouts.ts';
import { type AccountMode, accountModeOf } from './account-mode.ts';
import type { ProcessorAddresses } from './base-urls.ts';
import type { ConnectorAccess } from './interface/exchange.ts';
import type { PaymentSource } from './interface/payments.ts';
import { isTestCard } from './test-cards.ts';

interface Context {
  readonly log: Log;
  readonly addresses: ProcessorAddresses;
}

/**
 * After a decline, logs that the card is for tests and its account is not, or the other way. The
 * processor's own answer often only says that the number is wrong. No digit is logged.
 */
export function reportCardMode(
  source: PaymentSource,
  access: ConnectorAccess,
  { log, addresses }: Context,
): void {
  if (source.kind !== 'card') return;
  const { connectorName: connector, accountId } = access;
  const mode = accountModeOf(aboutNamed(connector), access, addresses);
  if (!mode || isTestCard(source.card.number) === (mode === 'test')) return;
  log.info(troubles[mode], {
    connector,
    ...(accountId !== undefined && { connectorAccountId: accountId }),
  });
}

const troubles = {
  live: 'test card at a live account',
  test: 'no published test card at a test account',
} as const satisfies Record<AccountMode, string>;
