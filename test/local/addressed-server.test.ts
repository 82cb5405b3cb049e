import { addressOf } from '../../local/addressed-server.ts';

const asked = (url: string, ...hosts: readonly string[]) =>
  addressOf({ url, rawHeaders: hosts.flatMap((host) => ['Host', host]) });

it.each([
  ['/a?b=1', ['shop.example'], { host: 'shop.example', target: '/a?b=1' }],
  ['/a', ['[::1]:80'], { host: '[::1]:80', target: '/a' }],
  [
    'http://shop.example:8080/a?b=1',
    ['evil.example'],
    { host: 'shop.example:8080', target: '/a?b=1' },
  ],
  ['HTTP://shop.example', ['evil.example'], { host: 'shop.example', target: '/' }],
  ['http://shop.example?b=1', ['evil.example'], { host: 'shop.example', target: '/?b=1' }],
  ['*', ['shop.example'], { host: 'shop.example', target: '*' }],
  ['//evil.example/a', ['shop.example'], { host: 'shop.example', target: '//evil.example/a' }],
  ['/a', [], { host: undefined, target: '/a' }],
])('a request for %s with the hosts %j is addressed as RFC 9112 states', (url, hosts, address) => {
  expect(asked(url, ...hosts)).toEqual(address);
});

it.each([
  ['/a', ['shop.example', 'evil.example']],
  ['/a', ['shop.example', 'shop.example']],
  ['http://shop.example/a', ['shop.example', 'shop.example']],
  ['/a', ['shop.example, evil.example']],
  ['/a', ['shop.example/evil']],
  ['/a', ['user@shop.example']],
  ['/a', ['']],
  ['http:///a', ['shop.example']],
  ['http://user@shop.example/a', ['shop.example']],
])('a request for %s with the hosts %j is refused, as RFC 9112 wants', (url, hosts) => {
  expect(asked(url, ...hosts)).toBeUndefined();
});
