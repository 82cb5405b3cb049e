import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectorNamed } from '#connectors/registry.ts';
import { checkVectors } from '../../prove/vectors/check-vectors.ts';
import { readVectorFiles } from '../../prove/vectors/vector-file.ts';
import { connectorFacts, factsOf } from '../../support/processors/all-connector-facts.ts';
import { describedRequests } from '../../support/processors/described-requests.ts';

const folder = join(import.meta.dirname, '../../../../shared/oracles/connectors');
const withDescriptions = existsSync(folder) ? describe : describe.skip;

withDescriptions(`the public descriptions beside ${folder}, skipped where they are absent`, () => {
  const requestsOf = (name: string) => describedRequests(factsOf(name).descriptions);
  it.each([...connectorFacts.keys()].filter(requestsOf))(
    'the described requests allow every recorded request of %s',
    async (name) => {
      const described = requestsOf(name);
      const checked = await checkVectors(readVectorFiles(folder), {
        connectorNamed,
        exceptions: [],
        connector: name,
      });
      const requests = checked.flatMap((one) => one.requests);
      expect(requests.map((request) => described?.problemOf(request)).filter(Boolean)).toEqual([]);
      // A connector without an adapter has sent nothing.
      const isHere = connectorNamed(name) !== undefined;
      expect(requests.filter((request) => described?.has(request)).length > 30).toBe(isHere);
    },
  );

  it.each([
    ['a member that does not exist', 'amount=1&currency=EUR&amont=2', 'amont'],
    [
      'a member that does not exist in a part',
      'amount=1&currency=EUR&payment_method_options[card][cvd]=a',
      'cvd',
    ],
    ['another word', 'amount=1&currency=EUR&capture_method=later', 'allowed values'],
    ['no number', 'amount=a&currency=EUR', 'must be integer'],
    ['a missing amount', 'currency=EUR', "must have required property 'amount'"],
  ])('the described requests refuse %s', (_, body, says) => {
    const url = 'https://api.stripe.com/v1/payment_intents';
    const request = { method: 'POST', url, headers: {}, body } as const;
    expect(requestsOf('stripe')?.problemOf(request)).toContain(says);
  });

  it('the described requests refuse a member that Adyen does not have', () => {
    const url = 'https://checkout-test.adyen.com/v68/payments/P1/cancels';
    const body = (more: object) => JSON.stringify({ merchantAccount: 'M', ...more });
    const problemOf = (more: object) =>
      requestsOf('adyen')?.problemOf({ method: 'POST', url, headers: {}, body: body(more) });
    expect(problemOf({ reference: 'pay_1_1' })).toBeUndefined();
    expect(problemOf({ amont: 1 })).toContain('amont');
  });
});
