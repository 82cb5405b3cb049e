import * as v from 'valibot';
import { allAbouts } from '#connectors/abouts.ts';
import { processors } from '#connectors/sandbox/processors.ts';
import { featureMatrix } from '#operator/feature-matrix/feature-matrix.ts';
import { FeatureMatrixResponse } from '#operator/feature-matrix/operations.ts';
import { switchInMemory } from '../../support/switch/switch-in-memory.ts';

const matrixIn = (deployment: Parameters<typeof featureMatrix>[1]) =>
  featureMatrix(allAbouts(), deployment);

/** The features of this connector, and of one method of it. */
function find({ connectors }: FeatureMatrixResponse, connector: string, type: string) {
  const found = connectors.find(({ name }) => name === connector);
  if (!found) throw new Error(`${connector} is missing.`);
  const { supported_payment_methods: methods, ...features } = found;
  return {
    features,
    method: methods.find(({ payment_method_type }) => payment_method_type === type),
  };
}

it('the feature matrix shows every caller the abilities of each connector', async () => {
  const { status, body } = await switchInMemory().ask('feature-matrix.retrieve', {});
  expect(status).toBe(200);
  const matrix = v.parse(FeatureMatrixResponse, body);
  expect(matrix.connector_count).toBe(matrix.connectors.length);
  expect(matrix.connectors.map(({ name }) => name)).toEqual(
    allAbouts()
      .map(({ name }) => name.toUpperCase())
      .sort(),
  );
  expect(find(matrix, 'AUTHORIZEDOTNET', 'credit')).toEqual({
    features: {
      name: 'AUTHORIZEDOTNET',
      display_name: 'Authorize.net',
      description:
        'Cards, Apple Pay and Google Pay in North America, Europe and Australia, and debits by ACH.',
      base_url: 'https://apitest.authorize.net/',
      category: 'payment_gateway',
      integration_status: 'alpha',
      supported_webhook_flows: ['payments', 'refunds', 'mandates'],
    },
    method: {
      payment_method: 'card',
      payment_method_type: 'credit',
      payment_method_type_display_name: 'Credit Card',
      mandates: 'supported',
      refunds: 'supported',
      supported_capture_methods: ['automatic', 'sequential_automatic', 'manual'],
      three_ds: 'not_supported',
      no_three_ds: 'supported',
      supported_card_networks: expect.arrayContaining(['Visa', 'JCB']),
      supported_countries: null,
      supported_currencies: expect.arrayContaining(['EUR', 'USD']),
    },
  });
  expect(find(matrix, 'MOLLIE', 'ideal').method).toEqual({
    payment_method: 'bank_redirect',
    payment_method_type: 'ideal',
    payment_method_type_display_name: 'iDEAL',
    mandates: 'supported',
    refunds: 'supported',
    supported_capture_methods: ['automatic', 'sequential_automatic'],
    supported_countries: ['NLD'],
    supported_currencies: ['EUR'],
  });
  expect(find(matrix, 'FAUXPAY', 'credit')).toMatchObject({
    features: { base_url: null, integration_status: 'sandbox' },
    method: { three_ds: 'supported', supported_card_networks: expect.arrayContaining(['RuPay']) },
  });
});

it('the feature matrix names no simulated processor where none is deployed, and live base URLs', () => {
  const matrix = matrixIn({ isProduction: true, testConnectors: false });
  const simulated = processors.map((name) => name.toUpperCase());
  expect(matrix.connectors.filter(({ name }) => simulated.includes(name))).toEqual([]);
  expect(matrix.connector_count).toBe(allAbouts().length - simulated.length);
  expect(find(matrix, 'AUTHORIZEDOTNET', 'credit').features.base_url).toBe(
    'https://api.authorize.net/',
  );
});

it.each([
  ['debit', 'Debit Card'],
  ['sepa_bank_transfer', 'SEPA Bank Transfer'],
  ['bni_va', 'BNI Virtual Account'],
  ['paypal', 'PayPal'],
  ['klarna', 'Klarna'],
] as const)('the feature matrix calls %s %s', (type, name) => {
  const { method } = find(matrixIn({ isProduction: false, testConnectors: true }), 'FAUXPAY', type);
  expect(method?.payment_method_type_display_name).toBe(name);
});
