import { byCard } from './payments-in-memory.ts';
import { type Ask, adminKey, type Container, type Merchant } from './switch-in-memory.ts';

/**
 * What the examples of authentications need: one of which no card is known, and one whose card is
 * eligible, which a page has also checked for Click to Pay. Both have the secret that all examples
 * are sent with.
 */
export async function prepareAuthentications(
  { ask, services }: Container,
  { id: merchantId, key, profileId }: Merchant,
  clientSecret: string,
  now: Date,
): Promise<void> {
  const done = async (name: string, request: Ask) => {
    const answer = await ask(name, { key, ...request });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.text}`);
  };
  await done('connector-accounts.create', {
    key: adminKey,
    params: { account_id: merchantId },
    body: {
      connector_type: 'authentication_processor',
      connector_name: 'threedsecureio',
      profile_id: profileId,
      connector_account_details: { auth_type: 'HeaderKey', api_key: 'key of a server' },
    },
  });
  const { authentications, eligibilityChecks } = services;
  for (const authentication_id of ['authn_example', 'authn_eligible']) {
    await done('authentications.create', {
      body: {
        authentication_id,
        amount: 2_599,
        currency: 'EUR',
        authentication_connector: 'threedsecureio',
        return_url: 'https://shop.example/return',
      },
    });
    const created = await authentications.get(merchantId, authentication_id);
    await authentications.save({ ...created, clientSecret });
  }
  const params = { authentication_id: 'authn_eligible' };
  await done('authentications.eligibility', { params, body: byCard() });
  const eligible = { merchantId, id: params.authentication_id };
  await eligibilityChecks.set(eligible, { visa: true }, now);
}
