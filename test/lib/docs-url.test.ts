import { environmentOf, synthesized } from '../support/synthesized-app.ts';

const answering = [
  'Api.httpnotfound',
  'ApiPayments.paymentscreate',
  'Vault.vaultstorecard',
  'Vault.vaultnotfound',
];

/** The address of the documentation in the environment of some functions. */
function addresses(context: Readonly<Record<string, unknown>>, functions = answering) {
  const app = synthesized('production', context);
  return functions.map((fn) => environmentOf(app.resource(fn)).DOCS_URL);
}

it("the documentation's address is in the environment of functions that answer the API, when one is set", () => {
  const docsUrl = 'https://docs.shop.example';
  expect(new Set(addresses({ docsUrl }))).toEqual(new Set([docsUrl]));
  expect(addresses({ docsUrl }, ['Stream.queuespublishevents'])).toEqual([undefined]);
});

it("the documentation's address is in no environment when none is set", () => {
  expect(new Set(addresses({}))).toEqual(new Set([undefined]));
});
