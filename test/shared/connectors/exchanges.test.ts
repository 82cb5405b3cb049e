import { authenticatorNamed, riskCheckerNamed } from '#connectors/checkers.ts';
import { exchangeRows, findExchange } from '#connectors/exchanges.ts';
import { connectorNamed } from '#connectors/registry.ts';

it('each exchange has a flow name that no other exchange has', () => {
  const flows = Object.values(exchangeRows).map(({ flow }) => flow);
  expect(new Set(flows).size).toBe(flows.length);
});

it('every sync of an exchange is a question, so a lost answer leaves everything as it was', () => {
  const syncs = Object.entries(exchangeRows).filter(([name]) => name.startsWith('sync'));
  expect(syncs.map(([, { kind }]) => kind)).toEqual(syncs.map(() => 'question'));
  expect(syncs).toHaveLength(6);
});

it('an exchange of a connector is found by its name', () => {
  const stripe = connectorNamed('stripe');
  expect(findExchange('capture', stripe, 'stripe')).toBe(stripe?.capture);
  expect(findExchange('verifyWebhook', connectorNamed('paypal'), 'paypal')).toBe(
    connectorNamed('paypal')?.webhooks?.verifyByAsking,
  );
});

it.each([
  ['checkRisk', 'signifyd', riskCheckerNamed('signifyd')?.check],
  ['authenticate', 'threedsecureio', authenticatorNamed('threedsecureio')?.start],
  ['syncAuthentication', 'threedsecureio', authenticatorNamed('threedsecureio')?.sync],
] as const)('the exchange %s of %s is found without a connector', (name, service, exchange) => {
  expect(exchange).toBeDefined();
  expect(findExchange(name, undefined, service)).toBe(exchange);
});

it('an exchange that a connector lacks is not found', () => {
  expect(findExchange('capture', undefined, 'unknown')).toBeUndefined();
  expect(findExchange('calculateTax', connectorNamed('stripe'), 'stripe')).toBeUndefined();
});
