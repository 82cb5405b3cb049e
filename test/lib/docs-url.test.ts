import {
  environmentOf,
  type SynthesizedApp,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const answering = [
  'Api.httpnotfound',
  'ApiPayments.paymentscreate',
  'Vault.vaultstorecard',
  'Vault.vaultnotfound',
];

/** The address of the documentation in the environment of some functions. */
const addresses = (app: SynthesizedApp, functions = answering) =>
  functions.map((fn) => environmentOf(app.resource(fn)).DOCS_URL);

it("the documentation's address is in the environment of functions that answer the API, when one is set", () => {
  const docsUrl = 'https://docs.shop.example';
  const app = synthesized('production', { docsUrl }, ['payments']);
  expect(new Set(addresses(app))).toEqual(new Set([docsUrl]));
  expect(addresses(app, ['Stream.queuespublishevents'])).toEqual([undefined]);
});

it("the documentation's address is in no environment when none is set", () => {
  expect(new Set(addresses(synthesized('production')))).toEqual(new Set([undefined]));
});
