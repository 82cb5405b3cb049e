import { byTestCard, createTestMerchant } from '../console/test-merchant.ts';

/** The operator's key that `npm start` uses by default. */
const operatorsKey = process.env.ADMIN_API_KEY || 'test_admin';

/** A merchant of a started switch, with a processor and a server for webhooks. */
export interface PayingMerchant {
  /** Creates and confirms a payment. */
  pay(): Promise<unknown>;
}

/** Makes the merchant at this address of the API. */
export async function payingMerchant(
  url: string,
  { merchantId, webhookUrl }: { readonly merchantId: string; readonly webhookUrl: string },
): Promise<PayingMerchant> {
  const account = { merchant_id: merchantId, webhook_details: { webhook_url: webhookUrl } };
  const operator = { url, apiKey: operatorsKey };
  const { connect, turnout } = await createTestMerchant(operator, account, { name: 'Bench' });
  await connect('fauxpay');
  const payment = { amount: 6_540, currency: 'USD', confirm: true, ...byTestCard() } as const;
  return { pay: () => turnout.payments.create(payment) };
}
