import * as v from 'valibot';
import { connectorAccount, createAndConfirm } from './measured-operations.ts';

/** The operator's key that `npm start` uses by default. */
const operatorsKey = process.env.ADMIN_API_KEY || 'test_admin';

/** A merchant of a started switch, with a key, a processor and a server for webhooks. */
export interface PayingMerchant {
  /** Creates and confirms a payment about this token. Rejects unless the answer is a success. */
  pay(token: string): Promise<void>;
}

const NewKey = v.object({ api_key: v.string() });

/** Makes the merchant at this address of the API. */
export async function payingMerchant(
  url: string,
  { merchantId, webhookUrl }: { readonly merchantId: string; readonly webhookUrl: string },
): Promise<PayingMerchant> {
  const ask = async (path: string, apiKey: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.ok) return answer.json();
    throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  };
  const webhook_details = { webhook_url: webhookUrl };
  await ask('/accounts', operatorsKey, { merchant_id: merchantId, webhook_details });
  await ask(`/account/${merchantId}/connectors`, operatorsKey, connectorAccount);
  const made = await ask(`/api_keys/${merchantId}`, operatorsKey, {
    name: 'Bench',
    expiration: 'never',
  });
  const merchant = { id: merchantId, apiKey: v.parse(NewKey, made).api_key };
  return {
    async pay(token) {
      const { body } = createAndConfirm.request(token, merchant, new Map());
      await ask('/payments', merchant.apiKey, body);
    },
  };
}
