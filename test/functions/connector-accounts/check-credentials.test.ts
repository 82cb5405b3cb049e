import type { Send, Sent } from '#platform/http/egress/egress.ts';
import { aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

const key = 'sk_test_key0001';
const withKey = (api_key: string, changes: object = {}) => ({
  connector_name: 'stripe',
  connector_account_details: { auth_type: 'HeaderKey', api_key },
  ...changes,
});

const answered = async (status: number, body: string): Promise<Sent> => ({
  kind: 'answered',
  response: { status, headers: {}, body },
});

/** A merchant that checks credentials, and the requests that its processors get. */
async function aMerchantWhoChecks(send?: Send) {
  const world = switchInMemory();
  const merchant = await aMerchant(world, 'merchant_example');
  const asked: string[] = [];
  world.dependencies.send = async (request, context) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return (send ?? world.dependencies.processor.send)(request, context);
  };
  const check = (body: object) =>
    world.ask('connector-accounts.check-credentials', { key: merchant.key, body });
  return { world, merchant, asked, check };
}

describe('credentials that are checked', () => {
  it('a key that the processor accepts is asked for once, and nothing is stored', async () => {
    const { world, merchant, asked, check } = await aMerchantWhoChecks();
    expect(await check(withKey(key))).toMatchObject({
      status: 200,
      body: { connector_name: 'stripe', accepted: true },
    });
    expect(asked).toEqual(['GET /stripe/v1/payment_intents/pi_credentials']);
    const listed = await world.ask('connector-accounts.list', {
      key: merchant.key,
      params: { account_id: merchant.id },
    });
    expect(JSON.stringify(listed.body)).not.toContain('"stripe"');
  });

  it("a key that the processor refuses is answered in the processor's words", async () => {
    const { check } = await aMerchantWhoChecks();
    expect(await check(withKey('sk_test_expired_1'))).toMatchObject({
      status: 400,
      body: {
        error: { code: 'IR_06', message: 'stripe: Expired API Key provided: sk_test_*****' },
      },
    });
  });

  it('an access token that is refused is answered in the words of its processor', async () => {
    const { asked, check } = await aMerchantWhoChecks(() =>
      answered(
        401,
        JSON.stringify({
          error: 'invalid_client',
          error_description: 'Client Authentication failed',
        }),
      ),
    );
    const answer = await check({
      connector_name: 'paypal',
      connector_account_details: { auth_type: 'BodyKey', api_key: 'secret', key1: 'client' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: 'paypal: Client Authentication failed' } },
    });
    expect(asked).toEqual(['POST /v1/oauth2/token']);
  });

  it('a key of a simulated processor is accepted', async () => {
    const { check } = await aMerchantWhoChecks();
    const answer = await check(withKey('test_key', { connector_name: 'fauxpay' }));
    expect(answer.status).toBe(200);
  });

  it('credentials that the processor repeats in its words are masked', async () => {
    const { check } = await aMerchantWhoChecks(() =>
      answered(
        401,
        JSON.stringify({ error: { type: 'invalid_request_error', message: `No ${key} here` } }),
      ),
    );
    expect((await check(withKey(key))).body).toMatchObject({
      error: { message: 'stripe: No *** here' },
    });
  });

  it.each([
    [
      'a processor that is out of reach',
      async () => ({ kind: 'not_sent', reason: 'no connection' }),
    ],
    ['a processor that is silent', async () => ({ kind: 'unknown', reason: 'timeout' })],
    ['an answer of a server in between', () => answered(502, '<html>')],
    ['an answer in another form', () => answered(200, '<html>')],
  ] satisfies readonly [string, Send][])('%s accepts nothing', async (_, send) => {
    const { check } = await aMerchantWhoChecks(send);
    expect(await check(withKey(key))).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_06', message: expect.stringMatching(/^stripe: /) } },
    });
  });

  it.each([
    ['credentials for real money', withKey('sk_live_1'), 'for real money'],
    ['another form', withKey(key, { connector_name: 'adyen' }), 'auth type is invalid'],
    [
      'no credentials',
      { connector_name: 'stripe', connector_account_details: { auth_type: 'TemporaryAuth' } },
      'has no credentials',
    ],
  ])('%s are refused before anything is sent', async (_, body, message) => {
    const { asked, check } = await aMerchantWhoChecks();
    expect(await check(body)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining(message) } },
    });
    expect(asked).toEqual([]);
  });
});
