import * as v from 'valibot';
import { CreateAccountRequest } from '#merchants/accounts/operations.ts';
import { ProfileRequest } from '#merchants/profiles/operations.ts';
import { egressResolvingWith } from '#platform/http/egress/egress.ts';
import {
  CreateWebhookEndpointRequest,
  UpdateWebhookEndpointRequest,
} from '#webhooks/endpoints/operations.ts';

const withLoopback = <R>(isAllowed: boolean, run: () => R): R => {
  process.env.LOOPBACK_ALLOWED = String(isAllowed);
  try {
    return run();
  } finally {
    delete process.env.LOOPBACK_ALLOWED;
  }
};

const places = [
  [
    'an account',
    (url: string) =>
      v.safeParse(CreateAccountRequest, {
        merchant_id: 'm',
        webhook_details: { webhook_url: url },
      }),
  ],
  [
    'a profile',
    (url: string) => v.safeParse(ProfileRequest, { webhook_details: { webhook_url: url } }),
  ],
  ['a new endpoint', (url: string) => v.safeParse(CreateWebhookEndpointRequest, { url })],
  ['a changed endpoint', (url: string) => v.safeParse(UpdateWebhookEndpointRequest, { url })],
] as const;

const noUrl = 'relative URL without a base';
const invisible = 'an address with an invisible character in it is not allowed';
const userInfo = 'a URL with a user name or password is not allowed';
const notPublic = 'the host is not on the public internet';

/** The reasons in a deployment and on a laptop; undefined where the address is accepted. */
const addresses: [address: string, deployed: string | undefined, onLaptop: string | undefined][] = [
  ['https://shop.example/hook', undefined, undefined],
  ['http://shop.example:8080/hook?key=1', undefined, undefined],
  ['https://8.8.8.8/hook', undefined, undefined],
  ['localhost:4000', noUrl, noUrl],
  ['shop.example/hook', noUrl, noUrl],
  ['', noUrl, noUrl],
  ['https://', noUrl, noUrl],
  ['ftp://shop.example/hook', noUrl, noUrl],
  ['mailto:hooks@shop.example', noUrl, noUrl],
  ['https://user:pass@shop.example/hook', userInfo, userInfo],
  ['https://user@shop.example/hook', userInfo, userInfo],
  ['https://:pass@shop.example/hook', userInfo, userInfo],
  ['https://shop.example:0/hook', 'port 0 cannot be reached', 'port 0 cannot be reached'],
  ['http://localhost:4000/hook', notPublic, undefined],
  ['http://LocalHost./hook', notPublic, undefined],
  ['http://shop.localhost/hook', notPublic, undefined],
  ['http://127.0.0.1:4000/hook', notPublic, undefined],
  ['http://2130706433/hook', notPublic, undefined],
  ['http://[::1]:4000/hook', notPublic, undefined],
  ['http://10.0.0.1/hook', notPublic, notPublic],
  ['http://192.168.1.2/hook', notPublic, notPublic],
  ['http://169.254.169.254/latest', notPublic, notPublic],
  ['http://[fd00::1]/hook', notPublic, notPublic],
];

/** Addresses as people copied them, which are refused or lose the space around them. */
const copied: typeof addresses = [
  [' \u200bhttps://shop.example/hook\u200b\ufeff\n', undefined, undefined],
  ['https://shop.example/ho\u200bok', invisible, invisible],
  ['https://shop\u00ad.example/hook', invisible, invisible],
];

describe.each(places)('the webhook address of %s', (_, parse) => {
  it.each([...addresses, ...copied])(
    "a receiver's URL %j is refused with its reason exactly when it cannot be reached",
    (...row) => {
      const [address, deployed, onLaptop] = row;
      const reasonOf = (loopback: boolean) =>
        withLoopback(loopback, () => parse(address)).issues?.[0].message;
      expect([reasonOf(false), reasonOf(true)]).toEqual([deployed, onLaptop]);
    },
  );
});

it.each(addresses)(
  'a request to %j is sent nowhere where the address is refused',
  async (...row) => {
    const [url, deployed, onLaptop] = row;
    const looked: string[] = [];
    const { send } = egressResolvingWith(async (host) => {
      looked.push(host);
      return [];
    });
    const isIpAddress = /\/\/[\d.[]/.test(url);
    const ask = (allow: 'public' | 'public and loopback') =>
      send(
        { method: 'POST', url, headers: {}, body: '{}' },
        { timeoutMs: 60_000, allow, maxResponseBytes: 1 },
      );
    // An IP address that is allowed would be connected to.
    if (deployed !== undefined || !isIpAddress) await ask('public');
    if (onLaptop !== undefined || !isIpAddress) await ask('public and loopback');
    const accepted = [deployed, onLaptop].filter((reason) => reason === undefined && !isIpAddress);
    expect(looked).toHaveLength(accepted.length);
  },
);

it.each([
  ['return_url', { return_url: 'https://user:pass@shop.example/back' }],
  [
    'three_ds_requestor_url',
    {
      authentication_connector_details: {
        authentication_connectors: ['netcetera'],
        three_ds_requestor_url: 'https://user:pass@shop.example/about',
      },
    },
  ],
])('%s of a profile is refused with its reason when it has a user name', (_, body) => {
  expect(v.safeParse(ProfileRequest, body).issues?.[0].message).toBe(userInfo);
});
