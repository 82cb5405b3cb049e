import { aboutNamed } from '#connectors/abouts.ts';
import type { ConnectorEntry } from '#connectors/interface/entry.ts';
import { provingAlone } from './all-connector-facts.ts';
import type { ConnectorFacts } from './connector-facts.ts';

/** The suites over all connectors, below `test/shared/connectors`. */
const suites = [
  'every-connector',
  'money',
  'lost-answers',
  'published-words',
  'declines',
  'check-credentials',
  'stored-credentials',
  'mail-orders',
  'decrypted-wallets',
  'account-mode',
  'any-webhook',
  'genuine-webhooks',
  'foreign-webhooks',
  'failed-refunds',
  'webhook-times',
];

/** What the suites have to know about a connector of one's own. */
export type ConnectorSamples = Omit<ConnectorFacts, 'recordings' | 'descriptions'>;

/**
 * Declares the tests of every shared suite for one connector: the same suites that prove ours. A
 * connector's own test awaits it at its top.
 *
 * @throws Error where the build does not have the connector, or has another one of its name
 */
export async function proveConnector(
  { about, connector, declines }: ConnectorEntry,
  samples: ConnectorSamples,
): Promise<void> {
  const { name } = about;
  if (aboutNamed(name) !== about) {
    throw new Error(`${name} is not in the build: name its folder in turnout.sandbox.json.`);
  }
  describe(`${name} as an entry`, () => {
    it('the entry has a behaviour, and declines', () => {
      expect(connector().authorize).toBeDefined();
      expect(declines.readFrom.length).toBeGreaterThan(0);
    });
  });
  const facts = { ...samples, recordings: { account: () => noRecordings(name) } };
  await provingAlone(about, facts, async () => {
    for (const suite of suites) {
      // The name makes Node.js load the suite anew, although it may be loaded for ours already.
      const url = new URL(`../../shared/connectors/${suite}.test.ts?of=${name}`, import.meta.url);
      await import(url.href);
    }
  });
}

function noRecordings(name: string): never {
  throw new Error(`${name} has no recordings.`);
}
