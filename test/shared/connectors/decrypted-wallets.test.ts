import { aboutNamed } from '#connectors/abouts.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { aCharge } from '../../support/processors/a-charge.ts';
import { connectorFacts } from '../../support/processors/all-connector-facts.ts';
import { anAccountAt } from '../../support/processors/an-exchange.ts';
import type { DecryptedWallet } from '../../support/processors/connector-facts.ts';
import { it } from '../../support/runner/empty-tables.ts';

/** Cards that the merchant has decrypted: of a device, with its proof, and of Google's own file. */
const number = '4111111111111111';
const cards = {
  'apple_pay of a device': [
    'apple_pay',
    {
      payment_data: {
        application_primary_account_number: number,
        application_expiration_month: '03',
        application_expiration_year: '2030',
        payment_data: { online_payment_cryptogram: 'AgAA', eci_indicator: '05' },
      },
    },
  ],
  'google_pay of a device': [
    'google_pay',
    {
      tokenization_data: {
        application_primary_account_number: number,
        card_exp_month: '03',
        card_exp_year: '2030',
        cryptogram: 'AgAA',
        eci_indicator: '05',
      },
    },
  ],
  'google_pay without a cryptogram': [
    'google_pay',
    {
      tokenization_data: {
        application_primary_account_number: number,
        card_exp_month: '03',
        card_exp_year: '2030',
      },
    },
  ],
} as const satisfies Readonly<Record<DecryptedWallet, unknown>>;
const wallets = [
  'apple_pay of a device',
  'google_pay of a device',
  'google_pay without a cryptogram',
] as const;

/** The first request of a charge, as text: a form is decoded. */
function requestOf(connectorName: string, name: DecryptedWallet): string {
  const [type, data] = cards[name];
  const source = { kind: 'payment_method', method: 'wallet', type, shape: type, data } as const;
  const request = connectorNamed(connectorName)?.authorize.request(
    aCharge(connectorName, { amountMinor: 500, currency: 'USD', source }),
    anAccountAt(connectorName),
  );
  return `${request?.url} ${decodeURIComponent(request?.body ?? '')}`;
}

const charged = [...connectorFacts].flatMap(([connectorName, { decryptedWallets }]) =>
  wallets.flatMap((name) => {
    const parts = decryptedWallets[name];
    return parts ? [[connectorName, name, parts] as const] : [];
  }),
);

it.each(charged)('%s charges %s as its API wants it', (connectorName, name, parts) => {
  const request = requestOf(connectorName, name);
  for (const part of parts) expect(request).toContain(part);
  // An ordinary card claims no proof.
  if (name === 'google_pay without a cryptogram') {
    expect(request).not.toMatch(
      /cavv|"cryptogram"|mpiData":\{|tokenizedCard|network_token|_data=1/,
    );
  }
});

const takesWallets = (name: string) =>
  aboutNamed(name)?.methods.some(({ method }) => method === 'wallet') ?? false;

const withoutDevices = [...connectorFacts].filter(
  ([connectorName, { decryptedWallets }]) =>
    takesWallets(connectorName) &&
    wallets.every((name) => name === 'google_pay without a cryptogram' || !decryptedWallets[name]),
);

it.each(withoutDevices)(
  '%s, whose API has no field for the number of a device, is not asked',
  (connectorName) => {
    for (const name of ['apple_pay of a device', 'google_pay of a device'] as const) {
      expect(() => requestOf(connectorName, name)).toThrow(/as it is|has encrypted/);
    }
  },
);

it('PayPal is not sent the token of a wallet as the wallet has encrypted it', () => {
  const { authorize } = connectorNamed('paypal') ?? {};
  const data = { tokenization_data: { token: '{"signature":"secret"}' } };
  const source = { kind: 'payment_method', method: 'wallet', type: 'google_pay', data } as const;
  const request = () => authorize?.request(aCharge('paypal', { source }), anAccountAt('paypal'));
  expect(request).toThrow(/decrypted/);
});
