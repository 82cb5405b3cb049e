import fc from 'fast-check';
import type { IncomingWebhook } from '#connectors/interface/webhooks.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { provenAbouts } from '../../support/processors/all-connector-facts.ts';
import { exampleCredentials } from '../../support/processors/example-credentials.ts';
import { anyBody, anyHeaders } from '../../support/requests/strangers-requests.ts';
import { it } from '../../support/runner/empty-tables.ts';
import { countOfNight } from '../../support/switch/night.ts';

/** Webhooks for each adapter. */
const numRuns = countOfNight() ?? 300;

const parsers = provenAbouts.flatMap(({ name, credentials: [authType] }) => {
  const parser = connectorNamed(name)?.webhooks;
  return parser ? [[name, parser, exampleCredentials(authType)] as const] : [];
});

const webhook = fc.record({ headers: anyHeaders, body: anyBody });
/** Secrets as merchants enter them: texts and hexadecimal digits, and mistakes. */
const secrets = fc.array(fc.constantFrom('whsec_1', '', 'abc', '00ff', ' ', 'ü', '0'), {
  maxLength: 2,
});

const sending = provenAbouts.filter(({ webhooks }) => webhooks.length > 0);

it('every adapter that has webhooks is tried', () => {
  expect(parsers.map(([name]) => name)).toEqual(sending.map(({ name }) => name));
});

it.each(parsers)(
  'the signature check of %s finds whatever a stranger sends unsigned, and throws nothing',
  (connectorName, parser, credentials) => {
    fc.assert(
      fc.property(webhook, secrets, (sent, webhookSecrets) => {
        const account = { connectorName, credentials, webhookSecrets };
        expect(parser.verifySignature?.(sent, account, new Date(0)) ?? false).toBe(false);
      }),
      { numRuns },
    );
  },
);

it.each(parsers)(
  '%s reads at least one content in any webhook, or throws an error',
  (_, parser) => {
    const countOf = (sent: IncomingWebhook): unknown => {
      try {
        return parser.parse(sent).length;
      } catch (error) {
        return error;
      }
    };
    fc.assert(
      fc.property(webhook, (sent) => {
        const count = countOf(sent);
        expect(count instanceof Error || Number(count) > 0).toBe(true);
      }),
      { numRuns },
    );
  },
);
