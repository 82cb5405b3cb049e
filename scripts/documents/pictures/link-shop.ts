import { randomBytes } from 'node:crypto';
import type { PaymentRequest, PaymentResponse, Turnout } from '#turnout/node';
import { type SwitchKey, switchClient } from '../../../console/switch-client.ts';
import { byTestCard, createTestMerchant } from '../../../console/test-merchant.ts';

/** A merchant of the sandbox's processor that makes payment links. */
export interface LinkShop {
  /** Makes a payment with a link. */
  link(terms: PaymentRequest): Promise<LinkedPayment>;
  /** Confirms a payment with a test card. */
  payByCard(paymentId: string, cardNumber: string): Promise<PaymentResponse>;
  /** Calls the API with the merchant's key. */
  readonly turnout: Turnout;
}

interface LinkedPayment {
  readonly paymentId: string;
  readonly url: string;
}

/** Makes a merchant with an account at the simulated Stripe, as an operator does. */
export async function openLinkShop(operator: SwitchKey, name: string): Promise<LinkShop> {
  const account = {
    merchant_id: `pages_${randomBytes(6).toString('hex')}`,
    merchant_name: name,
    return_url: 'https://shop.example/thanks',
  };
  const merchant = await createTestMerchant(operator, account, { name: 'pages' });
  const { turnout } = merchant;
  await merchant.connect('stripe_test');
  // Payers of links may not fail as often with one card as the pictures show it.
  await switchClient(operator).profiles.update(account.merchant_id, merchant.profileId, {
    card_testing_guard_config: withoutGuard,
  });
  return {
    async link(terms) {
      const body = { payment_link: true, session_expiry: 7_200, ...terms };
      const { payment_id, payment_link } = await turnout.payments.create(body);
      if (!payment_link) throw new Error(`${payment_id} has no link.`);
      return { paymentId: payment_id, url: payment_link.link };
    },
    payByCard: (paymentId, cardNumber) =>
      turnout.payments.confirm(paymentId, byTestCard(cardNumber)),
    turnout,
  };
}

const withoutGuard = {
  card_ip_blocking_status: 'disabled',
  card_ip_blocking_threshold: 1,
  guest_user_card_blocking_status: 'disabled',
  guest_user_card_blocking_threshold: 1,
  customer_id_blocking_status: 'disabled',
  customer_id_blocking_threshold: 1,
  card_testing_guard_expiry: 3_600,
} as const;
