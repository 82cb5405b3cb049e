import { requestPath } from '../../../local/http/request-path.ts';

/**
 * Paths that a live HTTP API was asked for, and those that its function received; undefined where it
 * answered 400: https://github.com/hotsock/voker/blob/main/vokerhttp/testdata/ingress-paths.json
 */
const captured: readonly (readonly [sent: string, received: string | undefined])[] = [
  ['/capture/plain', '/capture/plain'],
  ['/capture/space%20value', '/capture/space value'],
  ['/capture/question%3Fvalue', '/capture/question'],
  ['/capture/percent%25done', undefined],
  ['/capture/hash%23value', '/capture/hash#value'],
  ['/capture/slash%2Fvalue', '/capture/slash/value'],
  ['/capture/unicode-%CE%BB-%E4%B8%96%E7%95%8C', '/capture/unicode-λ-世界'],
  ['/capture/literal%252Fvalue', '/capture/literal/value'],
  ['/capture/literal%253Fvalue', '/capture/literal?value'],
  ['/capture/literal%2525value', '/capture/literal%value'],
];

it.each(captured)('the path %s reaches a function as a live HTTP API sent it: %s', (sent, path) => {
  expect(requestPath(sent)?.raw).toBe(path);
});

it.each([
  ['/a%2Fb', '/a/b'],
  ['/a%252Fb', '/a%2Fb'],
  ['/a%3Fb', '/a'],
  ['/a%253Fb%3Fc', '/a%3Fb'],
])(
  'the path %s is routed as %s, decoded once and cut at an encoded question mark',
  (sent, routed) => {
    expect(requestPath(sent)?.routed).toBe(routed);
  },
);

it.each(['/%', '/%2', '/%zz', '/%ff', '/a%25', '/a%25zz', '/%25ff', '/%C3%28'])(
  'the path %s is refused, because it is not properly encoded at first or after one decoding',
  (sent) => {
    expect(requestPath(sent)).toBeUndefined();
  },
);

it.each(['/a+b', '/a//b', '/a/./b', '/a/../b', '/a/', '/a;b=c,d@e:f', "/a'b(c)*"])(
  'the path %s, which has no encoded character, reaches a function unchanged',
  (sent) => {
    expect(requestPath(sent)).toEqual({ routed: sent, raw: sent });
  },
);
