import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { cybersourceFacts } from '../cybersource/facts.ts';

const { credentialsCheck, published, ...shared } = cybersourceFacts;

/** Cybersource's facts at the bank's own host, without webhooks. */
export const bankOfAmericaFacts: ConnectorFacts = {
  ...shared,
  credentialsCheck: {
    ...credentialsCheck,
    asked: 'POST https://apitest.merchant-services.bankofamerica.com/tss/v2/searches',
  },
  foreignWebhooks: [],
  published: published.filter(({ kind }) => kind !== 'event'),
};
