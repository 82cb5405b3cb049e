import { fieldContext } from './field-context.ts';
import type { ObservedAnswers } from './observed-answers.ts';

/** Payments that are made on pages of ours. */
export async function linksScenario(observed: ObservedAnswers): Promise<void> {
  const stage = await fieldContext(observed, { account: { merchant_name: 'Example Retail' } });
  const { good, list, params, pass } = stage;
  const payment_link_config = {
    domain_name: 'pay.shop.example',
    allowed_domains: ['shop.example'],
  };
  await good('profiles.update', { params, body: { payment_link_config } });
  await pass(600);
  const { payment_link } = await good('payments.create', {
    body: {
      amount: 6_540,
      currency: 'USD',
      payment_link: true,
      session_expiry: 900,
      return_url: 'https://shop.example/return',
      description: 'Two pairs of shoes',
    },
  });
  const { payment_link_id } = payment_link;
  await good('payment-links.retrieve', { params: { payment_link_id } });
  await list('payment-links.list', { body: {} });
}
