import { connectorUrlsOf } from '../../lib/settings/connector-urls.ts';
import { readSettings } from '../../lib/settings/read-settings.ts';
import { type Stage, stages } from '../../lib/settings/stage.ts';
import { environmentOf, synthesized } from '../support/deployment/synthesized-app.ts';

const sandboxUrl = 'https://sandbox.example';

/** The base URLs that the functions of a stage get. */
const urlsOf = (stage: Stage['name'], context: Readonly<Record<string, string>> = {}) => {
  const { settings, problems } = readSettings(context);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const { [stage]: of } = stages;
  const urls = connectorUrlsOf(settings, of, of.hasSandbox ? sandboxUrl : undefined);
  return urls === undefined ? undefined : JSON.parse(urls);
};

describe('the base URLs of connectors', () => {
  it('the base URLs of connectors are the processors’ own in a sandbox and in production', () => {
    expect([urlsOf('sandbox'), urlsOf('production')]).toEqual([undefined, undefined]);
  });

  it("the base URL of stripe is the sandbox processor's on a laptop", () => {
    expect(urlsOf('laptop')).toEqual({ stripe: 'https://sandbox.example/stripe/' });
  });

  it.each([
    ['laptop', 'https://api.stripe.com/'],
    ['laptop', 'http://127.0.0.1:4010/'],
    ['sandbox', 'https://stripe.example/base/'],
    ['production', 'https://stripe.example/'],
  ] as const)('the base URLs of connectors on a %s are those of the context: %s', (stage, url) => {
    expect(urlsOf(stage, { 'connectorUrl.stripe': url })).toEqual({ stripe: url });
  });

  it('the base URLs setting may contain several connectors', () => {
    const adyen = 'https://adyen.example/';
    const context = { 'connectorUrl.stripe': 'sandbox', 'connectorUrl.adyen': adyen };
    expect(urlsOf('sandbox', context)).toEqual({
      stripe: 'https://sandbox.example/stripe/',
      adyen,
    });
  });

  it.each([
    ['sandbox', 'connectorUrl.adyen', 'sandbox', 'does not speak the API of adyen'],
    ['production', 'connectorUrl.stripe', 'sandbox', 'has no sandbox processor'],
    [
      'sandbox',
      'connectorUrl.strip',
      'sandbox',
      'connectorUrl.strip: There is no connector strip.',
    ],
    ['production', 'connectorUrl.zsl', 'https://zsl.example/', 'There is no connector zsl.'],
    ['sandbox', 'connectorUrl.stripe', 'http://stripe.example/', 'must be an https address'],
    ['production', 'connectorUrl.stripe', 'nowhere', 'must be an https address'],
    ['laptop', 'connectorUrl.stripe', 'ftp://stripe.example/', 'must be an https address'],
    ['laptop', 'connectorUrl.stripe', 'https://x.example/?a=1', 'must be an https address'],
  ] as const)('a base URL on a %s is refused: %s=%s', (stage, key, value, reason) => {
    expect(() => urlsOf(stage, { [key]: value })).toThrow(reason);
  });

  it('a base URL for an unknown connector is refused, with all known names', () => {
    expect(() => urlsOf('sandbox', { 'connectorUrl.Stripe': 'https://x.example/' })).toThrow(
      /There are adyen, .*\bsignifyd\b.*\bstripe, stripe_test\b/,
    );
  });

  it('the base URLs are in the environment of every function that calls processors, and of no other', () => {
    const app = synthesized('laptop');
    const urls = (name: string) => environmentOf(app.resource(name)).CONNECTOR_URLS;
    for (const name of ['ApiPayments.paymentsconfirm', 'ApiRefunds.refundscreate']) {
      expect(urls(name)).toMatch(/^\{"stripe":".*\/stripe\/"\}$/);
    }
    expect(urls('Sync.queuessyncpending')).toBe(urls('ApiPayments.paymentsconfirm'));
    expect(urls('ApiAccounts.accountsretrieve')).toBeUndefined();
  });
});
