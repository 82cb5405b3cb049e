import type { CheckoutData } from '#switch/checkout/checkout-data.ts';
import { type Choice, pay, shownPrice } from '#switch/checkout/checkout-flow.ts';
import type { Answer, CheckoutPorts, Reply } from '#switch/checkout/checkout-ports.ts';
import { readNewCard } from '#vault/cards/new-card.ts';
import { switchAuditContext } from '#vault/switch/from-switch.ts';
import type { aSwitchWithLinks } from './a-linked-payment.ts';

type World = Awaited<ReturnType<typeof aSwitchWithLinks>>;

/** The data of the payment form in a page. */
export function checkoutIn(html: string): CheckoutData {
  const [, json = ''] = /data-checkout="([^"]*)"/.exec(html) ?? [];
  const plain = json
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return JSON.parse(plain);
}

/** The network between the page and the switch, by the page's request: `ask`, `confirm`. */
export type Network = (request: string, deliver: () => Promise<Answer>) => Promise<Reply>;
const delivers: Network = (_, deliver) => deliver();

/**
 * A payer at the page of a payment, which the page's own rules connect with the switch. The
 * form of the vault and the browser are left out.
 */
export function aPayer(world: World, payment_id = 'pay_1', through: Network = delivers) {
  const { merchant, dependencies, ask } = world;
  const asked: string[] = [];
  const params = { payment_id };
  const portsOf = ({ key, secret: client_secret }: CheckoutData): CheckoutPorts => ({
    get: () =>
      through('ask', () => ask('payments.retrieve', { key, params, query: { client_secret } })),
    async post(path, body) {
      const verb = path.split('/').at(-1) ?? '';
      asked.push(verb);
      return through(verb, () =>
        ask(`payments.${verb}`, { key, params, body: { client_secret, ...body } }),
      );
    },
    async wait(ms) {
      world.passes(ms / 1_000);
      return true;
    },
    renew: async () => true,
    browser: () => ({ user_agent: 'Test' }),
    userAgent: 'Test',
    now: () => dependencies.clock.now,
  });
  return {
    /** The page's requests that may change something. */
    asked,
    /** A card that the vault's form stored, as the payer's choice. */
    async card(card_number: string, keeps = false, card_type?: string): Promise<Choice> {
      const { now } = dependencies.clock;
      const typed = {
        ...{ card_number, expiration_month: '12', expiration_year: '2039' },
        ...(card_type && { card_type }),
      };
      const card = readNewCard({ ...typed, service_code: '123' }, { now, refusePast: true });
      const context = switchAuditContext(merchant.id, { requestId: 'req_1', now }, 'typed');
      const { token } = await dependencies.vault.cards.store(context, card);
      return { kind: 'card', store: async () => ({ kind: 'stored', token }), keeps };
    },
    async opens(): Promise<CheckoutData> {
      return checkoutIn((await world.show(payment_id)).text);
    },
    /** Presses the button on a page that shows this surcharge, in the major unit. */
    presses: (page: CheckoutData, choice: Choice, shown = 0) =>
      pay(page, choice, portsOf(page), shown),
    /** The price on the button. */
    priceOn: (page: CheckoutData, surcharge = 0) => shownPrice(page, surcharge),
  };
}
