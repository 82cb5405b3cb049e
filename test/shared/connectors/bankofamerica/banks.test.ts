import { aboutNamed } from '#connectors/abouts.ts';
import { signedHeaders } from '#connectors/cybersource/signature.ts';
import { connectorNamed } from '#connectors/registry.ts';
import type { HttpRequest } from '#platform/http/egress/http-message.ts';
import { aCharge } from '../../../support/processors/a-charge.ts';
import { anAccountAt } from '../../../support/processors/an-exchange.ts';

const credentials = {
  auth_type: 'SignatureKey',
  api_key: 'key_1',
  key1: 'merchant_1',
  api_secret: Buffer.from('a shared secret of some length').toString('base64'),
} as const;

const account = anAccountAt('cybersource', { credentials });

/** The request of a charge at a bank, or at Cybersource. */
function chargeAt(name: string) {
  const connector = connectorNamed(name);
  if (!connector) throw new Error('No such connector.');
  return connector.authorize.request(aCharge(name), anAccountAt(name, { credentials }));
}

const signedAt = ({ headers }: HttpRequest) => new Date(headers.date ?? '');

/**
 * The hosts are those of CyberSource's own SDKs (CyberSource/cybersource-rest-client-ruby
 * lib/AuthenticationSDK/util/Constants.rb), and of juspay/hyperswitch config/development.toml.
 */
describe('the banks whose merchants Cybersource serves', () => {
  it.each([
    ['bankofamerica', 'apitest.merchant-services.bankofamerica.com'],
    ['wellsfargo', 'apitest.cybersource.com'],
  ])('%s gets the charge that Cybersource gets, signed for the host %s', (bank, host) => {
    const [own, cybersource] = [chargeAt(bank), chargeAt('cybersource')];
    expect(own.url).toBe(`https://${host}/pts/v2/payments/`);
    expect(own.body).toBe(cybersource.body);
    expect(own.headers['v-c-merchant-id']).toBe('merchant_1');
    // The host itself is in the signature: one made for another host is another one.
    const elsewhere = signedHeaders(
      { ...own, url: own.url.replace(host, 'other.example') },
      account,
      signedAt(own),
    );
    expect(own.headers.signature).toMatch(/headers="host /);
    expect(elsewhere.signature).not.toBe(own.headers.signature);
  });

  it.each(['bankofamerica', 'wellsfargo'])(
    '%s has the members that its abilities state, and no webhooks',
    (bank) => {
      const [about, connector] = [aboutNamed(bank), connectorNamed(bank)];
      expect(about?.webhooks).toEqual([]);
      expect(connector?.webhooks).toBeUndefined();
      expect(connector?.registerWebhook).toBeUndefined();
      expect(connector?.complete).toBeUndefined();
      const cards = about?.methods.filter(({ method }) => method === 'card') ?? [];
      expect(cards.map(({ threeDs, captureMethods }) => [threeDs, captureMethods])).toEqual(
        Array(2).fill([false, ['automatic', 'sequential_automatic', 'manual']]),
      );
    },
  );
});
