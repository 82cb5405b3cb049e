import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { aSale, newSecret, successful } from '../support/switch/merchant.ts';
import { textAt } from '../support/switch/switch.ts';

// Every answer is compared with the published structure when the switch is stopped.
const live = aRunningSwitch({ merchant: {} });
beforeAll(async () => {
  const { id, key, profileId } = live.merchant;
  for (const [connector_type, connector_name] of [
    ['payment_vas', 'signifyd'],
    ['authentication_processor', 'threedsecureio'],
  ]) {
    const connector_account_details = { auth_type: 'HeaderKey', api_key: newSecret() };
    const body = { connector_type, connector_name, connector_account_details };
    successful(await live.running.call('POST', `/account/${id}/connectors`, { key, body }));
  }
  const body = {
    frm_routing_algorithm: { type: 'single', data: 'signifyd' },
    authentication_connector_details: {
      authentication_connectors: ['threedsecureio'],
      three_ds_requestor_url: 'https://shop.example/about',
    },
  };
  successful(
    await live.running.call('POST', `/account/${id}/business_profile/${profileId}`, { key, body }),
  );
});

const pay = async (changes: object = {}, number?: string) => {
  const { key } = live.merchant;
  const body = { ...aSale(number), ...changes };
  const answer = successful(await live.running.call('POST', '/payments', { key, body }));
  return { answer, path: `/payments/${textAt(answer, 'payment_id')}` };
};
const ask = async (path: string, body: object = {}) =>
  successful(await live.running.call('POST', path, { key: live.merchant.key, body })).body;

it('an authorization is incremented, extended, and captured as a whole', async () => {
  const { path } = await pay({
    capture_method: 'manual',
    request_incremental_authorization: true,
    request_extended_authorization: true,
  });
  expect(await ask(`${path}/incremental_authorization`, { amount: 9_000 })).toMatchObject({
    amount: 9_000,
    authorization_count: 1,
    incremental_authorizations: [{ status: 'success', previously_authorized_amount: 6_540 }],
  });
  expect(await ask(`${path}/extend_authorization`)).toMatchObject({
    extended_authorization_applied: true,
    capture_before: expect.any(String),
  });
  expect(await ask(`${path}/update_metadata`, { metadata: { table: 'B' } })).toMatchObject({
    status: 'requires_capture',
    metadata: { table: 'B' },
  });
  expect(await ask(`${path}/capture`)).toMatchObject({ amount_received: 9_000 });
});

it('a merchant decides about the payments that a fraud check leaves to it', async () => {
  const email = 'review@example.com';
  const [one, another] = [await pay({ email }), await pay({ email })];
  expect(one.answer.body).toMatchObject({
    status: 'requires_merchant_action',
    frm_message: { frm_name: 'signifyd', frm_status: 'manual_review' },
  });
  expect(await ask(`${one.path}/approve`)).toMatchObject({
    status: 'succeeded',
    merchant_decision: 'approved',
  });
  expect(await ask(`${another.path}/reject`)).toMatchObject({
    status: 'failed',
    merchant_decision: 'rejected',
  });
});

it('a customer is authenticated beside the processor, at the page of their bank', async () => {
  const { answer, path } = await pay(
    {
      authentication_type: 'three_ds',
      request_external_three_ds_authentication: true,
      return_url: 'https://shop.example/return',
    },
    '4000003800000446',
  );
  expect(answer.body).toMatchObject({
    status: 'requires_customer_action',
    next_action: { type: 'three_ds_invoke' },
  });
  const client_secret = textAt(answer, 'client_secret');
  const authenticated = successful(
    await live.running.call('POST', `${path}/3ds/authentication`, {
      key: live.merchant.publishableKey,
      body: { client_secret, device_channel: 'BRW', threeds_method_comp_ind: 'U' },
    }),
  );
  expect(authenticated.body).toMatchObject({ trans_status: 'C' });
  const bank = textAt(authenticated, 'acs_url');
  const answered = successful(await live.running.call('GET', `${bank}/complete?confirm=true`));
  const onwards = answered.headers.get('location') ?? '';
  expect(onwards).toContain(`/authorize/stripe_test`);
  const back = await live.running.call('GET', onwards);
  expect(back.headers.get('location')).toContain('status=succeeded');
  const poll = `/poll/status/external_authentication_${path.split('/').at(-1)}`;
  await eventually(async () => {
    const query = { client_secret };
    const told = successful(
      await live.running.call('GET', poll, { key: live.merchant.publishableKey, query }),
    );
    expect(told.body).toMatchObject({ status: 'completed' });
  });
  const payment_id = textAt(answer, 'payment_id');
  expect(await ask('/payments/sync', { payment_id })).toMatchObject({
    status: 'succeeded',
    external_authentication_details: { authentication_flow: 'challenge', status: 'success' },
  });
});
