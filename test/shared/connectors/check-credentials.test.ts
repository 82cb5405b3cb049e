import { connectorNamed } from '#connectors/registry.ts';
import { connectorFacts } from '../../support/processors/all-connector-facts.ts';
import { anAccountAt } from '../../support/processors/an-exchange.ts';
import { describedExchange } from '../../support/processors/described-exchange.ts';

describe.each([...connectorFacts])('the credentials of %s', (name, facts) => {
  const { credentials, asked, accepted, refused, words } = facts.credentialsCheck;
  const own = connectorNamed(name)?.checkCredentials;
  if (!own) throw new Error(`${name} can be asked.`);
  const exchange = describedExchange(facts.descriptions, own);
  const account = anAccountAt(name, { credentials });
  const outcomeOf = ([status, body]: typeof accepted) =>
    exchange.outcome(
      { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) },
      {},
      account,
    );

  it('the check is a question that changes nothing', () => {
    const { method, url, step } = exchange.request({}, account);
    expect([`${method} ${url}`, step]).toEqual([asked, undefined]);
  });

  it('the answer accepts them', () => {
    expect(outcomeOf(accepted)).toEqual({ result: 'accepted' });
  });

  it("the refusal has the processor's words", () => {
    expect(outcomeOf(refused)).toEqual({ result: 'declined', ...words });
  });

  it.each([200, 404, 502])('a server in between that answers %d accepts nothing', (status) => {
    expect(() => outcomeOf([status, '<html>Sign in to the network</html>'])).toThrow();
  });
});
