import fc from 'fast-check';
import { frameAncestors, isAllowedDomain } from '#merchants/link-settings/allowed-domains.ts';

describe('a domain that may show a page', () => {
  it.each([
    ['shop.example', 'https://shop.example/cart?x=1', true],
    ['shop.example', 'http://SHOP.example', true],
    ['shop.example', 'https://shop.example:443', true],
    ['shop.example', 'https://shop.example:8443', false],
    ['shop.example', 'https://www.shop.example', false],
    ['https://shop.example', 'http://shop.example', false],
    ['https://shop.example:443', 'https://shop.example', true],
    ['http://shop.example:8080', 'http://shop.example:8080/a', true],
    ['*.shop.example', 'https://a.b.shop.example', true],
    ['*.shop.example', 'https://shop.example', false],
    ['shop.*.example', 'https://shop.eu.example', true],
    ['shop.*.example', 'https://shop.a.eu.example', false],
    ['*', 'https://anything.example', true],
    ['*', 'data:text/html,x', false],
    ['*', 'null', false],
    ['*', '', false],
  ])('%s: %s is %s', (domain, address, allowed) => {
    expect(isAllowedDomain([domain], address)).toBe(allowed);
  });

  it('a domain allowed to show a page is never found at another host, whatever its name', () => {
    fc.assert(
      fc.property(fc.webUrl(), (address) => {
        const { hostname } = new URL(address);
        const belongs = hostname === 'shop.example' || hostname.endsWith('.shop.example');
        fc.pre(!belongs);
        expect(isAllowedDomain(['shop.example', '*.shop.example'], address)).toBe(false);
      }),
    );
  });
});

describe('the policy for frames', () => {
  it.each([
    [[], undefined, "frame-ancestors 'none'"],
    [
      ['shop.example', '*.shop.example:8443'],
      undefined,
      'frame-ancestors shop.example *.shop.example:8443',
    ],
    // Where a policy cannot express a domain, it names the checked origin.
    [['shop.*.example'], undefined, "frame-ancestors 'none'"],
    [['shop.*.example'], 'https://shop.eu.example', 'frame-ancestors https://shop.eu.example'],
    [['*'], undefined, 'frame-ancestors *'],
    [["x; script-src 'unsafe-inline'", 'a b'], undefined, "frame-ancestors 'none'"],
  ])('%j for %s: %s', (domains, origin, policy) => {
    expect(frameAncestors(domains, origin)).toBe(policy);
  });
});
