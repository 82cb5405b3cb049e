import { baseUrlsOf, isOperatorsAddress } from '#connectors/base-urls.ts';
import { processorAddresses } from '#connectors/processor-addresses.ts';

const about = {
  name: 'adyen',
  addresses: {
    api: { test: 'https://test.example/v1', live: 'https://{endpoint_prefix}-live.example/v1/' },
    files: { test: 'https://files-test.example/', live: 'https://files.example/' },
  },
};
const production = { isProduction: true, overrides: {} };
const trial = { isProduction: false, sandbox: 'https://sandbox.example', overrides: {} };
const account = { metadata: { endpoint_prefix: 'a1b2-Shop' } };

describe('the base URLs of an account', () => {
  it('the base URLs are the test ones outside production, whatever the account states', () => {
    const test = { api: 'https://test.example/v1/', files: 'https://files-test.example/' };
    for (const testMode of [true, false]) {
      expect(baseUrlsOf(about, { ...account, testMode }, trial)).toEqual(test);
    }
    expect(baseUrlsOf(about, {}, trial)).toEqual(test);
  });

  it('the base URLs are the live ones in production, unless the account states test_mode', () => {
    const live = { api: 'https://a1b2-Shop-live.example/v1/', files: 'https://files.example/' };
    expect(baseUrlsOf(about, account, production)).toEqual(live);
    expect(baseUrlsOf(about, { ...account, testMode: false }, production)).toEqual(live);
    expect(baseUrlsOf(about, { ...account, testMode: true }, production)).toEqual({
      api: 'https://test.example/v1/',
      files: 'https://files-test.example/',
    });
  });

  it.each([undefined, '', 7, ['a'], 'a.b', 'evil.example/', 'a@b', 'a b', 'ä', 'a'.repeat(64)])(
    'the base URLs are missing when the account’s part of the host name is %j',
    (endpoint_prefix) => {
      expect(() => baseUrlsOf(about, { metadata: { endpoint_prefix } }, production)).toThrow(
        "The account's metadata has no endpoint_prefix that fits into a host name.",
      );
    },
  );

  it('the base URLs are the operator’s when one is set for the connector, test or live', () => {
    const overrides = { adyen: 'https://mine.example/adyen', other: 'https://other.example/' };
    const mine = 'https://mine.example/adyen/';
    for (const addresses of [production, trial]) {
      expect(baseUrlsOf(about, {}, { ...addresses, overrides })).toEqual({
        api: mine,
        files: mine,
      });
    }
  });

  it("the base URL of the deployment's own processor is the sandbox’s, if it has one", () => {
    const brought = { name: 'fauxpay' };
    expect(baseUrlsOf(brought, {}, trial)).toEqual({ api: 'https://sandbox.example/' });
    expect(() => baseUrlsOf(brought, {}, production)).toThrow(
      'The sandbox processor has no address in this deployment.',
    );
  });
});

describe('addresses that may be the machine itself', () => {
  it("a loopback address is allowed only in the operator's base URLs, whatever the path", () => {
    const overrides = { stripe: 'http://127.0.0.1:3002/stripe/' };
    const addresses = { sandbox: 'http://127.0.0.1:9000', overrides };
    for (const url of ['http://127.0.0.1:3002/v1/x', 'http://127.0.0.1:9000/payments']) {
      expect(isOperatorsAddress(url, addresses)).toBe(true);
    }
    for (const url of ['http://127.0.0.1:3003/', 'https://127.0.0.1:3002/', 'nonsense', '']) {
      expect(isOperatorsAddress(url, addresses)).toBe(false);
    }
    expect(isOperatorsAddress('nonsense', { overrides: {} })).toBe(false);
  });
});

describe("the base URLs in a function's environment", () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  it("a function's environment contains the real-money flag, the sandbox's address and the operator's base URLs", () => {
    Object.assign(process.env, {
      KEY_ENVIRONMENT: 'prd',
      SANDBOX_URL: '',
      CONNECTOR_URLS: '{"stripe":"https://mine.example/"}',
    });
    expect(processorAddresses()).toEqual({
      isProduction: true,
      sandbox: undefined,
      overrides: { stripe: 'https://mine.example/' },
    });
    Object.assign(process.env, { KEY_ENVIRONMENT: 'snd', CONNECTOR_URLS: '' });
    expect(processorAddresses()).toMatchObject({ isProduction: false, overrides: {} });
  });

  it.each(['{', '7', '{"stripe":7}'])(
    'a base URLs variable in the environment is refused when it is %j',
    (CONNECTOR_URLS) => {
      Object.assign(process.env, { CONNECTOR_URLS });
      expect(() => processorAddresses()).toThrow();
    },
  );
});
