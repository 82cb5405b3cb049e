import * as v from 'valibot';
import { aboutNamed } from '#connectors/abouts.ts';
import {
  checkConnectorType,
  connectionState,
  defaultLabel,
  maskCredentials,
  parseCredentials,
} from '#merchants/connector-accounts/connector-account.ts';
import { maskSecret } from '#platform/secrets/mask-secrets.ts';
import { ConnectorName, ConnectorType, credentialForms } from '#vocabulary/connectors.ts';
import { refusal } from '../../../support/requests/refusal.ts';

describe('the state of a connector account', () => {
  const HeaderKey = { authType: 'HeaderKey' } as const;
  const Temporary = { authType: 'TemporaryAuth' } as const;

  it.each([
    [HeaderKey, { status: 'active', disabled: false }],
    [
      { ...HeaderKey, status: null, disabled: null },
      { status: 'active', disabled: false },
    ],
    [
      { ...HeaderKey, status: 'active' },
      { status: 'active', disabled: false },
    ],
    [
      { ...HeaderKey, disabled: true },
      { status: 'active', disabled: true },
    ],
    [
      { ...HeaderKey, disabled: false },
      { status: 'active', disabled: false },
    ],
    [
      { ...HeaderKey, status: 'active', disabled: true },
      { status: 'active', disabled: true },
    ],
    [
      { ...HeaderKey, status: 'inactive' },
      { status: 'inactive', disabled: true },
    ],
    [
      { ...HeaderKey, status: 'inactive', disabled: true },
      { status: 'inactive', disabled: true },
    ],
    [Temporary, { status: 'inactive', disabled: true }],
    [
      { ...Temporary, disabled: true },
      { status: 'inactive', disabled: true },
    ],
    [
      { ...Temporary, status: 'inactive' },
      { status: 'inactive', disabled: true },
    ],
  ] as const)('a connector account of %j is %j', (input, expected) => {
    expect(connectionState(input)).toEqual(expected);
  });

  const cannotEnable =
    'Connector cannot be enabled when connector_status is inactive or when using TemporaryAuth';
  it.each([
    [{ ...HeaderKey, status: 'inactive', disabled: false }, cannotEnable],
    [{ ...Temporary, disabled: false }, cannotEnable],
    [
      { ...Temporary, status: 'active' },
      'Connector status cannot be active when using TemporaryAuth',
    ],
  ] as const)('a connector account cannot be %j', (input, message) => {
    expect(refusal(() => connectionState(input))).toEqual([422, 'IR_06', message]);
  });
});

/** Credentials of each form with nothing wrong in them. */
const samples = {
  HeaderKey: { auth_type: 'HeaderKey', api_key: 'key' },
  BodyKey: { auth_type: 'BodyKey', api_key: 'key', key1: 'one' },
  SignatureKey: { auth_type: 'SignatureKey', api_key: 'key', key1: 'one', api_secret: 'secret' },
  MultiAuthKey: {
    auth_type: 'MultiAuthKey',
    api_key: 'key',
    key1: 'one',
    api_secret: 'secret',
    key2: 'two',
  },
  CurrencyAuthKey: { auth_type: 'CurrencyAuthKey', auth_key_map: { EUR: { username: 'shop' } } },
  CertificateAuth: {
    auth_type: 'CertificateAuth',
    certificate: 'Y2VydGlmaWNhdGU=',
    private_key: 'a2V5',
  },
  NoKey: { auth_type: 'NoKey' },
  TemporaryAuth: { auth_type: 'TemporaryAuth' },
};

describe('credentials', () => {
  it('credentials are accepted by every connector in its own forms, and in no other', () => {
    const wrong = ConnectorName.options.flatMap((name) =>
      Object.values(samples).flatMap((sample) => {
        const form = sample.auth_type;
        const taken = aboutNamed(name)?.credentials ?? credentialForms[name] ?? [];
        const fits = form === 'TemporaryAuth' || taken.some((known) => known === form);
        const expected = fits
          ? undefined
          : [422, 'IR_06', 'The auth type is invalid for the connector'];
        const found = refusal(() => parseCredentials(name, sample));
        return JSON.stringify(found) === JSON.stringify(expected) ? [] : [[name, form, found]];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['adyen', ['BodyKey', 'SignatureKey']],
    ['stripe', ['HeaderKey']],
    ['fauxpay', ['HeaderKey']],
    ['checkout', ['SignatureKey']],
    ['paypal', ['BodyKey', 'SignatureKey']],
    ['authorizedotnet', ['BodyKey']],
    ['volt', ['MultiAuthKey']],
    ['cashtocode', ['CurrencyAuthKey']],
    ['netcetera', ['CertificateAuth']],
  ] as const)('credentials of %s are given as %j', (name, forms) => {
    expect(credentialForms[name]).toEqual(forms);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['no auth_type', { api_key: 'key' }],
    ['an unknown auth_type', { auth_type: 'Password', api_key: 'key' }],
    ['no api_key', { auth_type: 'HeaderKey' }],
    ['an api_key that is no text', { auth_type: 'HeaderKey', api_key: 7 }],
    ['a list', []],
  ])('credentials that are %s are refused with the expected form', (_, details) => {
    expect(refusal(() => parseCredentials('stripe', details))).toEqual([
      422,
      'IR_05',
      'connector_account_details contains invalid data. Expected format is auth_type and api_key',
    ]);
  });

  it.each([
    ['stripe', { auth_type: 'HeaderKey', api_key: '' }, 'api_key'],
    ['stripe', { auth_type: 'HeaderKey', api_key: '  ' }, 'api_key'],
    ['aci', { auth_type: 'BodyKey', api_key: 'key', key1: '' }, 'key1'],
    ['cashtocode', { auth_type: 'CurrencyAuthKey', auth_key_map: {} }, 'auth_key_map'],
  ] as const)('credentials of %s with an empty member are refused: %j', (name, details, member) => {
    expect(refusal(() => parseCredentials(name, details))).toEqual([
      422,
      'IR_05',
      `connector_account_details.${member} contains invalid data. Expected format is a non empty String`,
    ]);
  });

  it('credentials with a certificate that is not base64 are refused', () => {
    const details = { ...samples.CertificateAuth, certificate: 'not base64!' };
    expect(refusal(() => parseCredentials('netcetera', details))).toEqual([
      422,
      'IR_06',
      'The certificate is invalid',
    ]);
  });

  it('credentials lose the members that their form does not have', () => {
    expect(parseCredentials('stripe', { ...samples.BodyKey, auth_type: 'HeaderKey' })).toEqual(
      samples.HeaderKey,
    );
  });
});

describe('masked credentials', () => {
  it.each([
    ['', ''],
    ['k', '*'],
    ['keys', '****'],
    ['keyed', 'ke*ed'],
    ['sk_test_1234567890z', 'sk***************0z'],
  ])('masked credentials show of %j only %j', (secret, shown) => {
    expect(maskSecret(secret)).toBe(shown);
  });

  it('masked credentials show their form and hide the rest, however deep', () => {
    const details = {
      auth_type: 'CurrencyAuthKey',
      auth_key_map: { EUR: { password: 'very secret', pin: 12345, old: ['long ago'], none: null } },
    };
    expect(maskCredentials(parseCredentials('cashtocode', details))).toEqual({
      auth_type: 'CurrencyAuthKey',
      auth_key_map: {
        EUR: { password: 've*******et', pin: '12*45', old: ['lo****go'], none: null },
      },
    });
  });
});

describe('the label of an account without one', () => {
  it.each([
    [{ connectorName: 'stripe', profileName: 'default' }, 'stripe_default'],
    [{ connectorName: 'stripe', profileName: 'default', businessCountry: 'US' }, 'stripe_default'],
    [
      { connectorName: 'stripe', profileName: 'p', businessCountry: 'US', businessLabel: 'shoes' },
      'stripe_US_shoes',
    ],
    [
      {
        connectorName: 'cybersource',
        profileName: 'p',
        businessCountry: 'US',
        businessLabel: 'shoes',
      },
      'cybersource_US_shoes_default',
    ],
    [
      {
        connectorName: 'cybersource',
        profileName: 'p',
        businessCountry: 'US',
        businessLabel: 'shoes',
        businessSubLabel: 'boots',
      },
      'cybersource_US_shoes_boots',
    ],
  ] as const)('the default label of an account for %j is %s', (account, label) => {
    expect(defaultLabel(account)).toBe(label);
  });
});

describe('the use of a connector', () => {
  const check = (connectorName: ConnectorName, connectorType: string, testConnectors = true) =>
    refusal(() =>
      checkConnectorType({
        connectorName,
        connectorType: v.parse(ConnectorType, connectorType),
        testConnectors,
      }),
    );

  it.each([
    ['stripe', 'payment_processor'],
    ['stripe', 'fiz_operations'],
    ['adyenplatform', 'payout_processor'],
    ['fauxpay', 'payment_processor'],
    ['taxjar', 'tax_processor'],
    ['plaid', 'payment_method_auth'],
    ['plaid', 'payment_processor'],
    ['vgs', 'vault_processor'],
    ['signifyd', 'payment_vas'],
  ] as const)('a connector %s as %s is accepted', (name, type) => {
    expect(check(name, type)).toBeUndefined();
  });

  it.each([
    ['taxjar', 'payment_processor', 'Invalid connector type given'],
    ['vgs', 'payment_processor', 'Invalid connector type given'],
    ['plaid', 'tax_processor', 'Invalid connector type given'],
    ['stripe', 'tax_processor', 'Invalid connector name given'],
    ['stripe', 'vault_processor', 'Invalid connector name given'],
  ] as const)('a connector %s as %s is refused', (name, type, message) => {
    expect(check(name, type)).toEqual([422, 'IR_06', message]);
  });

  it('a test connector is refused where test connectors are switched off, and no other is', () => {
    expect(check('fauxpay', 'payment_processor', false)).toEqual([
      422,
      'IR_06',
      'Invalid connector name',
    ]);
    expect(check('stripe', 'payment_processor', false)).toBeUndefined();
  });
});
