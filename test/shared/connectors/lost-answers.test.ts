import { httpConnectors } from '#connectors/connectors.ts';
import type { About } from '#connectors/interface/about.ts';
import { connectorNamed } from '#connectors/registry.ts';
import type { Sent } from '#platform/http/egress/egress.ts';
import { logTo } from '#platform/log.ts';
import { aCharge } from '../../support/processors/a-charge.ts';
import { provenAbouts } from '../../support/processors/all-connector-facts.ts';
import { anAccountAt } from '../../support/processors/an-exchange.ts';

const answered = (status: number, body: string): Sent => ({
  kind: 'answered',
  response: { status, headers: {}, body },
});

const ends: readonly (readonly [string, Sent])[] = [
  ['that never comes', { kind: 'unknown', reason: 'timeout' }],
  ['of a proxy', answered(502, '<html>Bad Gateway</html>')],
  ['that breaks off', answered(200, '{"status":"succ')],
];

const payment = {
  ...aCharge(''),
  captureMethod: 'manual',
  connectorTransactionId: 'processors_1',
  connectorMetadata: {
    authorize_id: 'auth_1',
    capture_id: 'cap_1',
    creditCard: JSON.stringify({ cardNumber: 'XXXX4242', expirationDate: 'XXXX' }),
  },
} as const;

/** The results of the requests that move money, by the switch's own sender, whose answer ends so. */
async function resultsOf({ name: connectorName }: About, end: Sent): Promise<readonly string[]> {
  const connectors = httpConnectors({
    send: async () => end,
    remainingMs: () => 28_000,
    addresses: { isProduction: false, sandbox: 'http://127.0.0.1:3002', overrides: {} },
    log: logTo(() => undefined),
    requestId: 'req_1',
    pause: async () => undefined,
  });
  const account = { ...anAccountAt(connectorName), accountId: 'mca_1' };
  const { capture, refund } = connectorNamed(connectorName) ?? {};
  const asked = { ...payment, connectorName };
  const part = { captureReference: 'pay_1_1_1', captureMinor: 6_540, captureNumber: 1 };
  const back = { reference: 'ref_1', connectorName, amountMinor: 600, currency: 'EUR' };
  const outcomes = [
    connectors.authorize(account, asked),
    ...(capture ? [connectors.capture(account, { ...asked, ...part, isFinal: true })] : []),
    ...(refund ? [connectors.refund(account, { ...back, payment: asked })] : []),
  ];
  return (await Promise.all<{ readonly result: string }>(outcomes)).map(({ result }) => result);
}

/** The simulated ones are asked in the tests of the sender itself. */
const processors = provenAbouts.flatMap((about) =>
  about.addresses ? [[about.name, about] as const] : [],
);

describe.each(processors)('%s', (name, about) => {
  it.each(ends)('an answer %s decides nothing about money', async (_case, end) => {
    const results = await resultsOf(about, end);
    // A step before the charge moves no money, nor does the question for an access token.
    const { authorize, accessToken } = connectorNamed(name) ?? {};
    const account = anAccountAt(name);
    const first = authorize?.request({ ...payment, connectorName: name }, account);
    const begins =
      accessToken || first?.step !== undefined ? /^(?:unknown|not_sent)$/ : /^unknown$/;
    for (const result of results) expect(result).toMatch(begins);
  });
});
