import type { ConnectorFacts } from '../../../support/processors/connector-facts.ts';
import { cybersourceFacts } from '../cybersource/facts.ts';

const { published, ...shared } = cybersourceFacts;

/** Cybersource's facts, without webhooks. */
export const wellsFargoFacts: ConnectorFacts = {
  ...shared,
  foreignWebhooks: [],
  published: published.filter(({ kind }) => kind !== 'event'),
};
