import type { BrowserContext, Page } from 'playwright-core';
import { page as english } from '#vocabulary/page-texts/en.ts';
import { inBrowser } from '../shared/vault/pages/a-browser.ts';
import { aPayerBrowser, linkedPayment } from '../support/browser/payer-browser.ts';
import {
  chargesOf,
  disconnected,
  disturb,
  type FaultName,
  type PageRequest,
  pageRequests,
  reconnect,
} from '../support/browser/payer-network.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { createMerchant, successful } from '../support/switch/merchant.ts';

const { network, outcome, notNow, checkDetails, notThisWay } = english.checkout;

/** The sentences about a payment that was not made, by their names in the page's texts. */
const sentences = { ...network, notNow, checkDetails, notThisWay, tooOften: english.form.tooOften };
type Sentence = keyof typeof sentences;

const ideal = { allowed_payment_method_types: ['ideal'] };
const cards = { allowed_payment_method_types: ['credit', 'debit'] };
const good = '4242424242424242';
const declined = '4000000000000002';
const challenged = '4000003800000446';

interface Payer {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly link: string;
  readonly path: string;
  /** Ends the time in which the payment may be made. */
  expire(): Promise<void>;
  /** Asks the switch as the merchant does. */
  merchant(method: 'POST', path: string, body: object): Promise<unknown>;
  press(): Promise<void>;
  /** Resolves once the page has sent such a request. */
  sends(request: PageRequest): Promise<void>;
}

/** A state of the page, and the only sentence that is right then. */
interface State {
  readonly name: string;
  /** The number that the payer types; iDEAL without one. */
  readonly card?: string;
  readonly terms?: object;
  /** Before the page is opened. */
  readonly given?: (payer: Payer) => Promise<unknown>;
  /** The payer presses no button. */
  readonly isOnlySeen?: true;
  /** Faults of the requests after the page was opened. */
  readonly faults?: readonly (readonly [PageRequest, FaultName, times?: number, after?: number])[];
  /** Before the button is pressed. */
  readonly before?: (payer: Payer) => Promise<unknown>;
  /** The page's sentence after it. */
  readonly says?: Sentence | RegExp;
  /** After the sentence. */
  readonly next?: (payer: Payer) => Promise<unknown>;
  /** The sentence after that. */
  readonly saysNext?: Sentence | RegExp;
  /** The page on which the payer ends without another press: the bank, or a status. */
  readonly ends: 'form' | 'bank' | keyof typeof outcome;
  readonly charges: 0 | 1;
}

const offline = ({ context }: Payer) => context.setOffline(true);
const gone = ({ page }: Payer) => disconnected(page);
const online = ({ page }: Payer) => reconnect(page);
/** Waits until the confirm was sent. */
const sent = ({ sends }: Payer) => sends('confirm');
const later = (ms: number) => (payer: Payer) => payer.page.clock.fastForward(ms);
const steps =
  (...all: readonly ((payer: Payer) => Promise<unknown>)[]) =>
  async (payer: Payer) => {
    for (const step of all) await step(payer);
  };
const hour = 3_600_000;
/** A minute in which the page's timers and requests take turns. */
const minute = steps(
  ...Array.from({ length: 20 }, () =>
    steps(later(3_000), ({ page }) => page.evaluate('fetch(location.href)')),
  ),
);
/** The reason of a decline, and one sentence once. */
const reason = /^(?!.*(You have not been charged\.).*\1).+ You can pay with another card\.$/;

const payAs =
  (card_number: string) =>
  ({ merchant, path }: Payer) =>
    merchant('POST', `${path}/confirm`, {
      payment_method: 'card',
      payment_method_data: {
        card: { card_number, card_exp_month: '12', card_exp_year: '39', card_cvc: '123' },
      },
    });
const cancel = ({ merchant, path }: Payer) => merchant('POST', `${path}/cancel`, {});

const states: readonly State[] = [
  // The page as it is opened.
  { name: 'paid before', given: payAs(good), isOnlySeen: true, ends: 'paid', charges: 1 },
  { name: 'cancelled before', given: cancel, isOnlySeen: true, ends: 'cancelled', charges: 0 },
  {
    name: 'declined before',
    given: payAs(declined),
    isOnlySeen: true,
    says: reason,
    ends: 'form',
    charges: 0,
  },
  {
    name: 'expired before',
    given: ({ expire }) => expire(),
    isOnlySeen: true,
    ends: 'expired',
    charges: 0,
  },
  {
    name: 'expired since it was opened',
    before: ({ expire }) => expire(),
    ends: 'expired',
    charges: 0,
  },
  {
    name: 'offline while the payer types, and online again',
    card: good,
    before: async (payer) => {
      await offline(payer);
      await online(payer);
    },
    ends: 'paid',
    charges: 1,
  },
  // The button, before anything is sent.
  { name: 'offline at the button', before: offline, says: 'offline', ends: 'form', charges: 0 },
  {
    name: 'offline at the button, online again',
    before: offline,
    says: 'offline',
    next: online,
    ends: 'bank',
    charges: 0,
  },
  {
    name: 'offline at the button, online again after an hour',
    before: offline,
    says: 'offline',
    next: steps(later(hour), online),
    saysNext: 'online',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a network that lets nothing through, of which the browser knows nothing',
    faults: [['ask', 'request lost', 9]],
    says: 'offline',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'the sign-in page of a network',
    faults: [['ask', 'sign-in page', 9]],
    says: 'offline',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'the switch fails before anything is sent',
    faults: [['ask', 'answered 503', 9]],
    says: 'notNow',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'the switch fails once before anything is sent',
    faults: [['ask', 'answered 503']],
    ends: 'bank',
    charges: 0,
  },
  {
    name: 'too many requests before anything is sent',
    faults: [['ask', 'answered 429']],
    says: 'tooOften',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'too many requests at the confirm',
    faults: [['confirm', 'answered 429']],
    says: 'tooOften',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'another amount than the page shows',
    before: ({ merchant, path }) => merchant('POST', path, { amount: 3_000 }),
    says: 'priceChanged',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'cancelled by the shop',
    before: cancel,
    ends: 'cancelled',
    charges: 0,
  },
  {
    name: 'paid in another tab',
    before: payAs(good),
    ends: 'paid',
    charges: 1,
  },
  {
    name: 'a client secret that has expired',
    faults: [['confirm', 'answered "secret expired"']],
    ends: 'open',
    charges: 0,
  },
  {
    name: 'a publishable key that was replaced',
    faults: [['confirm', 'answered "bad key"']],
    says: 'notNow',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a method that no connector takes any more',
    faults: [['confirm', 'answered "no method"']],
    says: 'notThisWay',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a value that the switch refuses',
    faults: [['confirm', 'answered "bad value"']],
    says: 'checkDetails',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'offline at the button, and another method is chosen',
    terms: { allowed_payment_method_types: ['ideal', 'eps'] },
    before: offline,
    says: 'offline',
    next: ({ page }) => page.getByRole('radio').last().check(),
    saysNext: /^$/,
    ends: 'form',
    charges: 0,
  },
  // Storing the card.
  {
    name: 'offline when the card is stored',
    card: good,
    before: offline,
    says: 'offline',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'offline when the card is stored, online again',
    card: good,
    before: offline,
    says: 'offline',
    next: online,
    ends: 'paid',
    charges: 1,
  },
  {
    name: 'offline when the card is stored, online again after an hour',
    card: good,
    before: offline,
    says: 'offline',
    next: steps(later(hour), online),
    saysNext: 'online',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a card that is stored, and the answer is lost',
    card: good,
    faults: [['store', 'answer lost']],
    ends: 'paid',
    charges: 1,
  },
  {
    name: 'a vault that fails each time',
    card: good,
    faults: [['store', 'answered 503', 99]],
    next: minute,
    saysNext: 'notNow',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a session of the vault that is over when the card is stored',
    card: good,
    faults: [['store', 'answered "session over"']],
    ends: 'paid',
    charges: 1,
  },
  // The confirm.
  {
    name: 'a confirm that is lost',
    faults: [['confirm', 'request lost']],
    says: 'inDoubt',
    ends: 'bank',
    charges: 0,
  },
  {
    name: 'a confirm that is lost, and the connection with it',
    faults: [['confirm', 'request lost offline']],
    says: 'inDoubt',
    next: online,
    ends: 'bank',
    charges: 0,
  },
  {
    name: 'a confirm that is lost, online again after an hour',
    faults: [['confirm', 'request lost offline']],
    says: 'inDoubt',
    next: steps(later(hour), online),
    saysNext: 'online',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a confirm that is lost each time',
    faults: [['confirm', 'request lost', 9]],
    says: 'inDoubt',
    next: minute,
    saysNext: 'notNow',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a confirm whose answer is lost, and the bank asks',
    faults: [['confirm', 'answer lost']],
    says: 'inDoubt',
    ends: 'bank',
    charges: 0,
  },
  {
    name: 'a confirm whose answer is lost, and the payment is made',
    card: good,
    faults: [['confirm', 'answer lost']],
    says: 'inDoubt',
    ends: 'paid',
    charges: 1,
  },
  {
    name: 'a confirm whose answer is lost offline, and the payment is made',
    card: good,
    faults: [['confirm', 'answer lost offline']],
    says: 'inDoubt',
    next: steps(later(hour), online),
    ends: 'paid',
    charges: 1,
  },
  {
    name: 'a confirm whose answer is lost, and the card is declined',
    card: declined,
    faults: [['confirm', 'answer lost']],
    says: 'inDoubt',
    next: async () => undefined,
    saysNext: reason,
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a payment that is made, and the switch answers 503',
    card: good,
    faults: [['confirm', 'done, answered 503']],
    says: 'inDoubt',
    ends: 'paid',
    charges: 1,
  },
  {
    name: 'a confirm that the switch answers with 503 each time',
    faults: [['confirm', 'answered 503', 9]],
    says: 'inDoubt',
    next: minute,
    saysNext: 'notNow',
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a confirm while another request changes the payment',
    faults: [['confirm', 'answered "changing"']],
    says: 'inDoubt',
    ends: 'bank',
    charges: 0,
  },
  {
    name: 'a confirm that reaches the switch twice',
    card: good,
    faults: [['confirm', 'sent twice']],
    ends: 'paid',
    charges: 1,
  },
  {
    name: 'a confirm that arrives after the page has given it up',
    card: good,
    faults: [['confirm', 'arrives late']],
    says: 'inDoubt',
    ends: 'paid',
    charges: 1,
  },
  {
    name: 'a confirm without an answer for as long as the page waits',
    faults: [['confirm', 'never answered']],
    next: steps(sent, later(46_000)),
    saysNext: 'inDoubt',
    ends: 'bank',
    charges: 0,
  },
  {
    name: 'a status that cannot be asked after a lost answer',
    card: good,
    faults: [
      ['confirm', 'answer lost'],
      ['ask', 'answered 503', 3, 1],
    ],
    says: 'inDoubt',
    ends: 'form',
    charges: 1,
  },
  // The card.
  { name: 'a declined card', card: declined, says: reason, ends: 'form', charges: 0 },
  {
    name: 'a declined card, and no connection to renew the form',
    card: declined,
    faults: [['renew', 'request lost offline']],
    says: 'leaving',
    next: online,
    saysNext: reason,
    ends: 'form',
    charges: 0,
  },
  {
    name: 'a card that the vault no longer has',
    card: good,
    faults: [['confirm', 'answered "token gone"']],
    says: 'checkAgain',
    ends: 'form',
    charges: 0,
  },
  // On the way to another page.
  {
    name: 'offline on the way to the bank',
    faults: [['confirm', 'answered offline']],
    says: 'leaving',
    next: online,
    ends: 'bank',
    charges: 0,
  },
  {
    name: 'offline on the way to the bank of a card, for an hour',
    card: challenged,
    faults: [['confirm', 'answered offline']],
    says: 'leaving',
    next: steps(gone, later(hour), online),
    ends: 'bank',
    charges: 0,
  },
  {
    name: 'offline after the payment was made',
    card: good,
    faults: [['confirm', 'answered offline']],
    says: 'leaving',
    next: online,
    ends: 'paid',
    charges: 1,
  },
];

const live = aRunningSwitch({ merchant: {} });

inBrowser('the states of a payment page in a browser', () => {
  const cases = drawnByDay('pages');
  const payer = aPayerBrowser();

  const saidBy = (page: Page) => page.locator('#problem').textContent();
  const says = (page: Page, sentence: Sentence | RegExp) =>
    eventually(async () => {
      const text = (await saidBy(page))?.trim();
      if (typeof sentence === 'string') expect(text).toBe(sentences[sentence]);
      else expect(text).toMatch(sentence);
    }, 30_000);

  /** The form is still there. The focus is on a sentence that the payer has to act on. */
  async function stays(page: Page, sentence: State['says']) {
    expect(await page.locator('#pay').count()).toBe(1);
    const isWaiting = sentence === 'offline' || sentence === 'inDoubt' || sentence === 'leaving';
    expect(await page.locator('#pay').isDisabled()).toBe(isWaiting);
    if (!isWaiting && (await saidBy(page)) !== '') {
      await page.locator('#problem:focus').waitFor();
    }
  }

  async function open({ card, terms, given, faults = [] }: State) {
    const { page, context } = payer;
    const { id, link } = await linkedPayment(live.running, live.merchant, {
      return_url: payer.shop.url,
      ...(card === undefined ? ideal : cards),
      ...terms,
    });
    const { key } = live.merchant;
    const path = `/payments/${id}`;
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    const one: Payer = {
      page,
      context,
      link,
      path,
      merchant: async (method, path, body) =>
        successful(await live.running.call(method, path, { key, body })),
      async expire() {
        const [stored] = await live.running.items(`MERCHANT#${live.merchant.id}#PAYMENT#${id}`);
        if (!stored) throw new Error('The payment is not there.');
        await live.running.rewrite(stored, { expiresAt: '2020-01-01T00:00:00.000Z' });
      },
      sends: (request) =>
        eventually(() => expect(urls.some((url) => pageRequests[request].test(url))).toBe(true)),
      press: () => page.locator('#pay').click(),
    };
    await given?.(one);
    await page.clock.install();
    await page.goto(link);
    if (card !== undefined) {
      const form = page.frameLocator('iframe[title="Card details"]');
      await form.getByLabel('Card number').fill(card);
      await form.getByLabel('Expiry date').fill('12 / 39');
      await form.getByLabel('Security code').fill('123');
    }
    for (const [request, fault, times, after] of faults) {
      await disturb(context, request, fault, times, after);
    }
    return { id, one };
  }

  cases.it.each(states)('a payment page says the truth in this state: $name', async (state) => {
    const { id, one } = await open(state);
    const { page } = one;
    await state.before?.(one);
    if (!state.isOnlySeen) await one.press();
    if (state.says) await says(page, state.says);
    await state.next?.(one);
    if (state.saysNext) await says(page, state.saysNext);
    if (state.ends === 'form') await stays(page, state.saysNext ?? state.says);
    else if (state.ends === 'bank') {
      await page.getByRole('button', { name: 'Complete Payment' }).waitFor();
    } else await page.getByRole('heading', { name: outcome[state.ends][0] }).waitFor();
    expect(await chargesOf(live.running, id)).toBe(state.charges);
  });

  /** The form of a card, filled in, of a merchant whose other payers' declines block no card. */
  async function opened(terms: object = {}) {
    const { page } = payer;
    const merchant = await createMerchant(live.running);
    const one = await linkedPayment(live.running, merchant, { ...cards, ...terms });
    await page.goto(one.link);
    const form = page.frameLocator('iframe[title="Card details"]');
    await form.getByLabel('Expiry date').fill('12 / 39');
    await form.getByLabel('Security code').fill('123');
    return { ...one, page, form, number: form.getByLabel('Card number') };
  }
  const paid = (page: Page) => page.getByRole('heading', { name: outcome.paid[0] }).waitFor();

  cases.it('a declined card leaves its expiry in the form, and another number pays', async () => {
    const { page, form, number, status } = await opened();
    await number.fill(declined);
    const urls: string[] = [];
    page.on('framenavigated', (frame) => urls.push(frame.url()));
    await page.locator('#pay').click();
    await says(page, reason);
    expect(urls.filter((url) => url.includes('/payment_link/'))).toEqual([]);
    await eventually(async () =>
      expect(await form.getByLabel('Expiry date').inputValue()).toBe('12 / 39'),
    );
    expect(await number.inputValue()).toBe('');
    await number.fill(good);
    await form.getByLabel('Security code').fill('123');
    await page.locator('#pay').dblclick();
    await paid(page);
    expect(await status()).toBe('succeeded');
  });

  cases.it('a payer whose browser denies all storage pays', async () => {
    const { page } = payer;
    await page.addInitScript(noStorage);
    const { number } = await opened();
    await number.fill(good);
    await page.locator('#pay').click();
    await paid(page);
  });

  cases.it('a payer whose clock is a day ahead consents at the time of the switch', async () => {
    const { page } = payer;
    const day = 86_400_000;
    await page.clock.install({ time: Date.now() + day });
    const { number } = await opened({ customer_id: 'cus_clock', setup_future_usage: 'on_session' });
    expect(await page.locator('#deadline').textContent()).toContain('today');
    await number.fill(good);
    await page.getByLabel('Save this card').check();
    const confirmed = page.waitForRequest(pageRequests.confirm);
    await page.locator('#pay').click();
    const { customer_acceptance: consent } = (await confirmed).postDataJSON();
    const aheadMs = Date.parse(consent.accepted_at) - Date.now();
    expect(Math.abs(aheadMs)).toBeLessThan(day / 2);
    await paid(page);
  });

  cases.it(
    'a status page without a connection stays, and shows the outcome afterwards',
    async () => {
      const { page, context } = payer;
      const one = await linkedPayment(live.running, live.merchant, cards);
      const path = `/payments/${one.id}/confirm`;
      const body = {
        payment_method: 'card',
        payment_method_data: {
          card: {
            card_number: challenged,
            card_exp_month: '12',
            card_exp_year: '39',
            card_cvc: '123',
          },
        },
      };
      successful(await live.running.call('POST', path, { key: live.merchant.key, body }));
      await page.clock.install();
      await page.goto(one.link.replace('/payment_link/', '/payment_link/status/'));
      const title = await page.title();
      await context.setOffline(true);
      for (let turn = 0; turn < 3; turn += 1) await page.clock.fastForward(11_000);
      expect(await page.title()).toBe(title);
      await context.setOffline(false);
      const cancelling = `/payments/${one.id}/cancel`;
      successful(await live.running.call('POST', cancelling, { key: live.merchant.key, body: {} }));
      await eventually(async () => {
        await page.clock.fastForward(11_000);
        expect(await page.title()).toBe(outcome.cancelled[0]);
      });
    },
  );
});

/** Denies every storage, as a private window or a frame of another site may. */
const noStorage = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError'); } });
}
Object.defineProperty(Document.prototype, 'cookie', {
  get() { throw new DOMException('', 'SecurityError'); },
  set() { throw new DOMException('', 'SecurityError'); },
});`;
