import { aboutNamed } from '#connectors/abouts.ts';
import { baseUrlsOf } from '#connectors/base-urls.ts';
import type { Credentials, ExchangeAccount } from '#connectors/interface/exchange.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { describedExchange } from '../../support/described-exchange.ts';

const headerKey = { auth_type: 'HeaderKey', api_key: 'key' } as const;
const bodyKey = { auth_type: 'BodyKey', api_key: 'key', key1: 'key1' } as const;
const signatureKey = { ...bodyKey, auth_type: 'SignatureKey', api_secret: 'secret' } as const;

interface Row {
  readonly credentials: Credentials;
  readonly asked: string;
  readonly accepted: readonly [status: number, body: object | string];
  readonly refused: readonly [status: number, body: object | string];
  readonly words: { readonly code?: string; readonly message?: string };
}

/** Each processor's answers, as it publishes them or as they were recorded. */
const rows: Readonly<Record<string, Row>> = {
  adyen: {
    credentials: bodyKey,
    asked: 'POST https://checkout-test.adyen.com/v68/paymentMethods',
    accepted: [200, { paymentMethods: [{ name: 'Cards', type: 'scheme' }] }],
    refused: [
      401,
      { status: 401, errorCode: '000', message: 'HTTP Status Response - Unauthorized' },
    ],
    words: { code: '000', message: 'HTTP Status Response - Unauthorized' },
  },
  authorizedotnet: {
    credentials: bodyKey,
    asked: 'POST https://apitest.authorize.net/xml/v1/request.api',
    accepted: [
      200,
      { messages: { resultCode: 'Ok', message: [{ code: 'I00001', text: 'Successful.' }] } },
    ],
    refused: [
      200,
      {
        messages: {
          resultCode: 'Error',
          message: [
            {
              code: 'E00007',
              text: 'User authentication failed due to invalid authentication values.',
            },
          ],
        },
      },
    ],
    words: {
      code: 'E00007',
      message: 'User authentication failed due to invalid authentication values.',
    },
  },
  braintree: {
    credentials: signatureKey,
    asked: 'POST https://payments.sandbox.braintree-api.com/graphql',
    accepted: [200, { data: { ping: 'pong' } }],
    refused: [
      200,
      {
        data: null,
        errors: [
          {
            message: 'Invalid credentials: wrong username or password.',
            extensions: { errorClass: 'AUTHENTICATION' },
          },
        ],
      },
    ],
    words: {
      code: 'No error code',
      message: 'Invalid credentials: wrong username or password.',
    },
  },
  checkout: {
    credentials: signatureKey,
    asked: 'GET https://api.sandbox.checkout.com/payments?limit=1&reference=credentials',
    accepted: [200, { limit: 1, skip: 0, total_count: 0, data: [] }],
    refused: [401, ''],
    words: { code: 'invalid_api_key' },
  },
  cybersource: {
    credentials: { ...signatureKey, api_secret: 'c2VjcmV0' },
    asked: 'POST https://apitest.cybersource.com/tss/v2/searches',
    accepted: [201, { searchId: '1', totalCount: 0, limit: 50, offset: 0, count: 0 }],
    refused: [401, { response: { rmsg: 'Authentication Failed' } }],
    words: { message: 'Authentication Failed' },
  },
  mollie: {
    credentials: { ...headerKey, api_key: 'test_key' },
    asked: 'GET https://api.mollie.com/v2/methods',
    accepted: [200, { count: 0, _embedded: { methods: [] } }],
    refused: [
      401,
      {
        status: 401,
        title: 'Unauthorized Request',
        detail: 'Missing authentication, or failed to authenticate',
      },
    ],
    words: {
      code: 'Unauthorized Request',
      message: 'Missing authentication, or failed to authenticate',
    },
  },
  nmi: {
    credentials: headerKey,
    asked: 'POST https://secure.nmi.com/api/query.php',
    accepted: [200, '<?xml version="1.0" encoding="UTF-8"?><nm_response></nm_response>'],
    refused: [
      200,
      '<?xml version="1.0" encoding="UTF-8"?><nm_response><error_response>Invalid Username/Password REFID:201239399</error_response></nm_response>',
    ],
    words: { message: 'Invalid Username/Password REFID:201239399' },
  },
  paypal: {
    credentials: bodyKey,
    asked: 'GET https://api-m.sandbox.paypal.com/v1/notifications/webhooks',
    accepted: [200, { webhooks: [] }],
    refused: [
      403,
      {
        name: 'NOT_AUTHORIZED',
        message: 'Authorization failed due to insufficient permissions.',
        debug_id: 'f1234567890ab',
      },
    ],
    words: {
      code: 'NOT_AUTHORIZED',
      message: 'Authorization failed due to insufficient permissions.',
    },
  },
  shift4: {
    credentials: headerKey,
    asked: 'GET https://api.shift4.com/charges?limit=1',
    accepted: [200, { list: [], hasMore: false }],
    refused: [401, { error: { type: 'invalid_request', message: 'Provided API key is invalid' } }],
    words: { message: 'Provided API key is invalid' },
  },
  stripe: {
    credentials: { ...headerKey, api_key: 'sk_test_1' },
    asked: 'GET https://api.stripe.com/v1/payment_intents/pi_credentials',
    accepted: [
      404,
      {
        error: {
          code: 'resource_missing',
          message: "No such payment_intent: 'pi_credentials'",
          param: 'intent',
          type: 'invalid_request_error',
        },
      },
    ],
    refused: [
      401,
      {
        error: {
          type: 'invalid_request_error',
          message: 'Invalid API Key provided: sk_test_*****ence',
        },
      },
    ],
    words: {
      code: 'invalid_request_error',
      message: 'Invalid API Key provided: sk_test_*****ence',
    },
  },
  worldpay: {
    credentials: bodyKey,
    asked:
      'GET https://try.access.worldpay.com/payments/events?transactionRef=credentials&entity=default',
    accepted: [
      404,
      { errorName: 'resourceNotFound', message: 'The requested resource was not found' },
    ],
    refused: [
      401,
      {
        errorName: 'accessDenied',
        message: 'Access to the requested resource has been denied',
      },
    ],
    words: {
      code: 'accessDenied',
      message: 'Access to the requested resource has been denied',
    },
  },
};

describe.each(Object.entries(rows))('the credentials of %s', (name, row) => {
  const about = aboutNamed(name);
  const own = connectorNamed(name)?.checkCredentials;
  if (!about || !own) throw new Error(`${name} can be asked.`);
  const exchange = describedExchange(name, own);
  const access = { connectorName: name, credentials: row.credentials, metadata: {} };
  const account: ExchangeAccount = {
    ...access,
    urls: baseUrlsOf(about, access, { isProduction: false, overrides: {} }),
    accessToken: 'token_1',
  };
  const outcomeOf = ([status, body]: Row['accepted']) =>
    exchange.outcome(
      { status, headers: {}, body: typeof body === 'string' ? body : JSON.stringify(body) },
      {},
      account,
    );

  it('the check is a question that changes nothing', () => {
    const { method, url, step } = exchange.request({}, account);
    expect([`${method} ${url}`, step]).toEqual([row.asked, undefined]);
  });

  it('the answer accepts them', () => {
    expect(outcomeOf(row.accepted)).toEqual({ result: 'accepted' });
  });

  it("the refusal has the processor's words", () => {
    expect(outcomeOf(row.refused)).toEqual({ result: 'declined', ...row.words });
  });

  it.each([200, 404, 502])('a server in between that answers %d accepts nothing', (status) => {
    expect(() => outcomeOf([status, '<html>Sign in to the network</html>'])).toThrow();
  });
});
