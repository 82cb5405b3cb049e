import * as v from 'valibot';
import type { ConnectorAccess } from '#connectors/interface/exchange.ts';
import { connectorFacts } from '../../support/processors/all-connector-facts.ts';

/** The account that a file was recorded with; its webhook secret is part of each webhook. */
export function accountOf(
  connectorName: string,
  credentials: Readonly<Record<string, unknown>>,
  webhookSecret?: string | null,
): ConnectorAccess {
  const words = v.parse(v.record(v.string(), v.string()), credentials);
  const account = connectorFacts.get(connectorName)?.recordings.account(words) ?? {
    credentials: { auth_type: 'HeaderKey', api_key: words.apiKey ?? '' },
  };
  return {
    connectorName,
    ...account,
    ...(webhookSecret != null && { webhookSecrets: [webhookSecret] }),
    testMode: true,
  };
}
