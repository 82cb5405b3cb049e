import type { Exercise, GrantExercise } from './exercise.ts';
import { createMerchant, type Merchant, successful } from './merchant.ts';
import { type Answer, adminKey, type RunningSwitch, textAt } from './switch.ts';

/** A refusal for want of a grant is the server's fault; a success is what an operation promises. */
function done({ status, text }: Answer): boolean {
  if (status < 400) return true;
  if (status >= 500) return false;
  throw new Error(`${status}: ${text}`);
}

interface Linked {
  readonly merchant: Merchant;
  readonly payment: Answer;
  /** The path of one of its pages: `/s/` for frames, `/status/`, or `/`. */
  page(which: string): string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A payment with a link, whose shop may frame its page and wants to be told in signed words. */
async function linked(running: RunningSwitch): Promise<Linked> {
  const merchant = await createMerchant(running, {
    account: { enable_payment_response_hash: true },
  });
  const { id, key, profileId } = merchant;
  const path = `/account/${id}/business_profile/${profileId}`;
  const profile = { payment_link_config: { allowed_domains: ['shop.example'] } };
  successful(await running.call('POST', path, { key: adminKey, body: profile }));
  const body = {
    amount: 2_599,
    currency: 'EUR',
    payment_link: true,
    return_url: 'https://shop.example/',
  };
  const payment = successful(await running.call('POST', '/payments', { key, body }));
  return {
    merchant,
    payment,
    page: (which) => {
      const { pathname, search } = new URL(textAt(payment, 'payment_link.link'));
      return `${pathname.replace('/payment_link/', `/payment_link${which}`)}${search}`;
    },
    headers: { 'sec-fetch-dest': 'iframe', referer: 'https://shop.example/' },
  };
}

const showing =
  (which: string): Exercise =>
  async ({ running }) => {
    const { page, headers } = await linked(running);
    return async () => done(await running.call('GET', page(which), { headers }));
  };

export const paymentLinkExercises: Readonly<Record<string, Exercise>> = {
  'payment-links.retrieve': async ({ running }) => {
    const { merchant, payment } = await linked(running);
    const { key, profileId } = merchant;
    const path = `/payment_link/${textAt(payment, 'payment_link.payment_link_id')}`;
    const headers = { 'x-profile-id': profileId };
    return async () => done(await running.call('GET', path, { key, headers }));
  },

  'payment-links.list': async ({ running }) => {
    const { merchant } = await linked(running);
    const { key, profileId } = merchant;
    const headers = { 'x-profile-id': profileId };
    return async () => {
      for (let tries = 0; tries < 60; tries++) {
        const request = { key, headers, body: {} };
        const answer = await running.call('POST', '/payment_link/list', request);
        if (!done(answer)) return false;
        // The stream is some moments behind.
        if (answer.text.includes('plink_')) return true;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return false;
    };
  },

  'payment-links.show': showing('/'),
  'payment-links.show-embedded': showing('/s/'),
  'payment-links.show-status': showing('/status/'),
};

/** What the shop is told in signed words once the payment is over: its key is opened for that. */
const signing = (name: string, which: string): GrantExercise => ({
  name,
  action: 'kms:Decrypt',
  resource: /./,
  exercise: async ({ running }) => {
    const { merchant, payment, page, headers } = await linked(running);
    const { key } = merchant;
    const path = `/payments/${textAt(payment, 'payment_id')}/cancel`;
    successful(await running.call('POST', path, { key, body: {} }));
    return async () => done(await running.call('GET', page(which), { headers }));
  },
});

/** What one grant is there for, where the function's usual work does not show that it is missing. */
export const grantSpecificForPaymentLinks: readonly GrantExercise[] = [
  signing('payment-links.show', '/'),
  signing('payment-links.show-embedded', '/s/'),
  signing('payment-links.show-status', '/status/'),
];
