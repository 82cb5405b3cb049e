import { operationsByStack } from '../../shared/operations.ts';
import { manySettings, moreSettings } from '../support/deployment/common-settings.ts';
import { environmentOf, synthesized } from '../support/deployment/synthesized-app.ts';

const operations = Object.entries(operationsByStack).flatMap(([group, members]) =>
  members.map(({ name, access }) => ({
    fn: `Api${group.charAt(0).toUpperCase()}${group.slice(1)}.${name.replace(/[^a-z]/g, '')}`,
    isTold: 'publicUrl' in access && access.publicUrl === true,
  })),
);

/** The address of the switch in the environment of each function that takes payments. */
function addresses(context: Readonly<Record<string, unknown>> = {}) {
  const app = synthesized('production', context);
  for (const { fn } of operations.filter(({ isTold }) => !isTold)) {
    expect([fn, environmentOf(app.resource(fn)).PUBLIC_URL]).toEqual([fn, undefined]);
  }
  const told = operations.filter(({ isTold }) => isTold);
  return new Set(told.map(({ fn }) => environmentOf(app.resource(fn)).PUBLIC_URL));
}

describe('the address at which customers and processors find the switch', () => {
  it('the public URL is the API’s own by default, and is in the environment of functions that confirm payments', () => {
    expect([...addresses()]).toEqual(['Api.Api.ApiEndpoint']);
    const names = operations.filter(({ isTold }) => isTold).map(({ fn }) => fn);
    expect(names).toEqual(
      expect.arrayContaining(['ApiPayments.paymentscreate', 'ApiPayments.paymentsconfirm']),
    );
  });

  it.each([
    [manySettings.publicUrl, 'https://pay.shop.example', manySettings],
    [moreSettings.publicUrl, 'https://shop.example/pay', moreSettings],
  ])("the public URL is the operator's domain when one is set: %s", (_, told, settings) => {
    expect([...addresses(settings)]).toEqual([told]);
  });

  it.each(['http://shop.example', 'shop.example', 'https://shop.example/?a=1', 'ftp://a', '', 7])(
    'the public URL cannot be %j',
    (publicUrl) => {
      expect(() => synthesized('production', { publicUrl })).toThrow(
        'publicUrl must be an https address without a query.',
      );
    },
  );
});
