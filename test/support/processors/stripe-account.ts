import * as v from 'valibot';
import { encodeForm } from '#platform/formats/bracketed-form.ts';
import { type sandboxProcessor, sandboxUrl } from './sandbox-processor.ts';

/** An account at Stripe, whose events come to the address of the merchant's webhooks. */
export async function stripeAccount(
  { answer }: ReturnType<typeof sandboxProcessor>,
  merchantId: string,
  api_key: string,
) {
  const { body } = await answer({
    method: 'POST',
    url: `${sandboxUrl}/stripe/v1/webhook_endpoints`,
    headers: {
      authorization: `Bearer ${api_key}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: encodeForm({
      url: `https://switch.test/webhooks/${merchantId}/stripe`,
      enabled_events: ['*'],
    }),
  });
  const { secret } = v.parse(v.object({ secret: v.string() }), JSON.parse(body));
  return {
    connector_name: 'stripe',
    connector_account_details: { auth_type: 'HeaderKey', api_key },
    connector_webhook_details: { merchant_secret: secret },
  };
}
