/**
 * Behaviours that the public end-to-end tests of two other payment elements expect, played against
 * ours: those of Adyen's Web components (adyen-web, packages/e2e-playwright/tests, MIT License) and
 * of Hyperswitch's unified checkout (hyperswitch-web, cypress-tests/cypress/e2e, Apache License 2.0).
 * The sentences, the steps and the expectations here are ours. Behaviours that other suites prove are
 * not played again.
 */
import type { FrameLocator, Page } from 'playwright-core';
import { inBrowser } from '../shared/vault/pages/a-browser.ts';
import { aPayerBrowser, createPayment, linkedPayment } from '../support/browser/payer-browser.ts';
import { eventually } from '../support/runner/eventually.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { cardData, createMerchant, type Merchant, newId } from '../support/switch/merchant.ts';

const live = aRunningSwitch();

const visa = '4242424242424242';
const amex = '378282246310005';
const unionPay = '6205500000000000004';
/** Cartes Bancaires with Mastercard, by its 12 first digits. */
const coBadged = '5555552500001001';

type FieldId = 'card_number' | 'cardholder_name' | 'expiry' | 'service_code';

/** The card form as a payer perceives it, with the eyes or with a screen reader. */
interface Perceived {
  readonly values: Partial<Record<FieldId, string>>;
  /** Texts that describe a field and are read aloud, of fields that are marked as wrong. */
  readonly errors: Partial<Record<FieldId, string>>;
  readonly focus: string;
  /** The name of the brand, as screen readers get it. */
  readonly brand: string;
  /** The brands to choose among, with a star at the chosen one. */
  readonly brands: readonly string[];
}

const perceive = `(() => {
  const inputs = [...document.querySelectorAll('.field input:not([type=radio])')];
  const of = (text) => Object.fromEntries(inputs.map((one) => [one.id, text(one)]).filter(([, text]) => text));
  const errorAt = (input) => (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id))
    .filter((one) => one?.getAttribute('role') === 'alert' && one.checkVisibility())
    .map((one) => one.textContent)
    .join('');
  return {
    values: of(({ value }) => value),
    errors: of((one) => one.getAttribute('aria-invalid') === 'true' ? errorAt(one) : ''),
    focus: document.hasFocus() ? document.activeElement?.id || document.activeElement?.value || '' : '',
    brand: document.getElementById('brand').textContent,
    brands: [...document.querySelectorAll('#brands input')]
      .map((one) => one.getAttribute('aria-label') + (one.checked ? '*' : '')),
  };
})()`;

const missing = 'Please fill this in.';
const incomplete = 'The card number is not complete.';
const wrongNumber = 'Please check the card number.';
const unaccepted = 'This type of card is not accepted here.';
const threeDigits = 'The security code has 3 digits, on the back of the card.';

inBrowser('behaviours of other payment elements', () => {
  const payer = aPayerBrowser();
  let page: Page;
  let merchant: Merchant;
  /** The payment of the rows, none of which pays. A link opens 20 forms in a minute at most. */
  let unpaid: Awaited<ReturnType<typeof linkedPayment>>;

  beforeAll(async () => {
    merchant = await createMerchant(live.running);
    unpaid = await linked();
  });
  beforeEach(() => {
    ({ page } = payer);
  });

  const linked = (terms: object = {}, by = merchant) =>
    linkedPayment(live.running, by, { return_url: payer.shop.url, ...terms });
  const form = (): FrameLocator => page.frameLocator('iframe[title="Card details"]');
  const field = (id: string) => form().locator(`#${id}`);
  const type = (id: FieldId, text: string) => field(id).pressSequentially(text);
  const paste = (id: FieldId, text: string) => field(id).fill(text);
  const button = () => page.getByRole('button', { name: /^Pay [^o]/ });
  const pay = () => button().click();
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();

  /** Waits until the payer perceives exactly these errors, brands and so on; other values may differ. */
  const perceived = ({ values = {}, ...exact }: Partial<Perceived>) =>
    eventually(async () => {
      const seen = await form().locator('body').evaluate(perceive);
      const all = { ...Object(seen), ...exact, values: expect.objectContaining(values) };
      expect(seen).toEqual(all);
    });

  async function fillCard(number = visa, code = '123') {
    await paste('card_number', number);
    await paste('expiry', '12 / 39');
    await paste('service_code', code);
  }

  interface Typed {
    readonly name: string;
    readonly steps: () => Promise<unknown>;
    readonly shows: Partial<Perceived>;
    /** Further steps, and the state after each. */
    readonly next?: readonly (readonly [() => Promise<unknown>, Partial<Perceived>])[];
  }

  const rows: readonly Typed[] = [
    {
      name: 'an empty card form that is paid has an error at each required field, and the first one has the focus',
      steps: pay,
      shows: {
        errors: { card_number: missing, expiry: missing, service_code: missing },
        focus: 'card_number',
      },
      next: [[() => fillCard(), { errors: {} }]],
    },
    {
      name: 'the Enter key in a card number shows what else is missing',
      steps: async () => {
        await type('card_number', visa);
        await page.keyboard.press('Enter');
      },
      shows: { errors: { expiry: missing, service_code: missing }, focus: 'expiry' },
    },
    {
      name: 'a card number of one digit is not complete',
      steps: async () => {
        await type('card_number', '4');
        await pay();
      },
      shows: { errors: expect.objectContaining({ card_number: incomplete }) },
    },
    {
      name: 'a card number of the same digit is wrong, although its check digit is right',
      steps: async () => {
        await type('card_number', '0'.repeat(16));
        await pay();
      },
      shows: { errors: expect.objectContaining({ card_number: wrongNumber }) },
      next: [
        [
          async () => {
            await paste('card_number', '8'.repeat(16));
            await pay();
          },
          { errors: expect.objectContaining({ card_number: wrongNumber }) },
        ],
      ],
    },
    {
      name: 'letters and signs do not stay in the fields of digits',
      steps: async () => {
        await type('card_number', '4242abcd4242!@');
        await type('expiry', '1a2b3c9');
        await type('service_code', 'a1-2');
      },
      shows: { values: { card_number: '4242 4242', expiry: '12 / 39', service_code: '12' } },
    },
    {
      name: 'a pasted card number with dashes or spaces is grouped',
      steps: () => paste('card_number', '4242-4242-4242-4242'),
      shows: { values: { card_number: '4242 4242 4242 4242' }, brand: 'Visa' },
      next: [
        [
          () => paste('card_number', ' 5555 5555  5555 4444 '),
          { values: { card_number: '5555 5555 5555 4444' }, brand: 'Mastercard' },
        ],
      ],
    },
    {
      name: 'a card number of nineteen digits is kept whole, and takes no digit more',
      steps: () => type('card_number', `${unionPay}999`),
      shows: { values: { card_number: '6205 5000 0000 0000 004' }, brand: 'UnionPay' },
    },
    {
      name: 'an expiry is understood in each of the ways in which people write it',
      steps: () => paste('expiry', '0339'),
      shows: { values: { expiry: '03 / 39' } },
      next: [
        ...['03/39', '3/39', '03-39', '03.39', '03 39'].map(
          (text) =>
            [
              async () => {
                await paste('expiry', '');
                await type('expiry', text);
              },
              { values: { expiry: '03 / 39' } },
            ] as const,
        ),
        ...['03/2039', '032039', '3/2039'].map(
          (text) => [() => paste('expiry', text), { values: { expiry: '03 / 2039' } }] as const,
        ),
      ],
    },
    {
      name: 'an expiry of month 00, and one far in the future, are wrong once the field is left',
      steps: async () => {
        await type('expiry', '0030');
        await field('service_code').focus();
      },
      shows: { errors: { expiry: 'The month must be from 01 to 12.' } },
      next: [
        [
          async () => {
            await paste('expiry', '12/90');
            await field('service_code').focus();
          },
          { errors: { expiry: 'This card has expired.' } },
        ],
        [() => paste('expiry', '12/39'), { errors: {} }],
      ],
    },
    {
      name: 'a code of four digits becomes wrong with the number of a card that has three',
      steps: async () => {
        await type('card_number', amex);
        await type('service_code', '12345');
        await field('expiry').focus();
      },
      shows: { values: { card_number: '3782 822463 10005', service_code: '1234' }, errors: {} },
      next: [
        [
          () => paste('card_number', visa),
          {
            brand: 'Visa',
            errors: { service_code: threeDigits },
          },
        ],
      ],
    },
    {
      name: 'the brand of a number follows each change of it',
      steps: () => type('card_number', '5555'),
      shows: { brand: 'Mastercard' },
      next: [
        [() => paste('card_number', '4242'), { brand: 'Visa' }],
        [() => paste('card_number', ''), { brand: '' }],
        [() => paste('card_number', '3782'), { brand: 'American Express' }],
      ],
    },
    {
      name: 'a click on the label of a field, or on the mark of the brand, leads into the field',
      steps: () => form().getByText('Expiry date').click(),
      shows: { focus: 'expiry' },
      next: [
        [() => form().getByText('Security code').click(), { focus: 'service_code' }],
        [() => type('card_number', '4242'), {}],
        [() => field('expiry').focus(), {}],
        [
          async () => {
            const box = await field('mark').boundingBox();
            if (!box) throw new Error('The mark is not drawn.');
            await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
          },
          { focus: 'card_number' },
        ],
      ],
    },
    {
      name: 'an error of a number goes once the number is taken away',
      steps: () => type('card_number', '5555 5555 5555 4445'),
      shows: { errors: { card_number: wrongNumber } },
      next: [[() => paste('card_number', ''), { errors: {} }]],
    },
    {
      name: 'the brand of a co-badged card is chosen before its number is complete, without an error',
      steps: () => type('card_number', coBadged.slice(0, 12)),
      shows: { brands: ['Cartes Bancaires*', 'Mastercard'] },
      next: [
        [
          () => form().getByRole('radio', { name: 'Mastercard' }).click(),
          { brands: ['Cartes Bancaires', 'Mastercard*'], errors: {} },
        ],
        [() => field('expiry').focus(), { errors: { card_number: incomplete } }],
        [
          async () => {
            await field('card_number').press('End');
            await type('card_number', coBadged.slice(12));
          },
          { brands: ['Cartes Bancaires', 'Mastercard*'], errors: {} },
        ],
      ],
    },
    {
      name: 'the choice of the brand goes with its last digit, and comes back with the default',
      steps: () => type('card_number', coBadged.slice(0, 12)),
      shows: { brands: ['Cartes Bancaires*', 'Mastercard'] },
      next: [
        [() => form().getByRole('radio', { name: 'Mastercard' }).click(), {}],
        [
          async () => {
            await field('card_number').press('End');
            await page.keyboard.press('Backspace');
          },
          { brands: [], brand: 'Mastercard' },
        ],
        [() => paste('card_number', coBadged), { brands: ['Cartes Bancaires*', 'Mastercard'] }],
      ],
    },
  ];

  it.each(rows.map((row) => [row.name, row] as const))(
    '%s',
    async (_, { steps, shows, next = [] }) => {
      await page.goto(unpaid.link);
      await field('card_number').waitFor();
      for (const [act, state] of [[steps, shows] as const, ...next]) {
        await act();
        await perceived(state);
      }
      expect(await unpaid.status()).toBe('requires_payment_method');
    },
  );

  it('a Bancontact card says that its code may be left out, and its other brand needs it', async () => {
    await page.goto((await linked()).link);
    await type('card_number', '6703444444444449');
    const code = () => form().getByLabel('Security code (optional)');
    await code().waitFor();
    await form().getByRole('radio', { name: 'Maestro' }).click();
    await code().waitFor({ state: 'detached' });
    await form().getByRole('radio', { name: 'Maestro' }).press('Enter');
    await perceived({ errors: { expiry: missing, service_code: missing } });
    await form().getByRole('radio', { name: 'Bancontact' }).click();
    await paste('expiry', '12/39');
    await pay();
    await heading('Payment successful');
  });

  it('a network that the account leaves out is refused at the field, until another card is typed', async () => {
    const types = ['credit', 'debit'].map((payment_method_type) => ({
      payment_method_type,
      card_networks: ['Mastercard'],
    }));
    const connectorAccount = {
      payment_methods_enabled: [{ payment_method: 'card', payment_method_types: types }],
    };
    const one = await linked({}, await createMerchant(live.running, { connectorAccount }));
    await page.goto(one.link);
    await type('card_number', '4242');
    await perceived({ errors: { card_number: unaccepted }, brand: 'Visa' });
    await paste('card_number', '');
    await perceived({ errors: {}, brand: '' });
    await fillCard();
    await perceived({ errors: { card_number: unaccepted } });
    await paste('card_number', '5555555555554444');
    await perceived({ errors: {}, brand: 'Mastercard' });
    await pay();
    await heading('Payment successful');
  });

  it('a payer who presses Pay several times sends one confirm', async () => {
    await page.goto((await linked()).link);
    await fillCard();
    let confirms = 0;
    await page.route('**/confirm', async (route) => {
      confirms += 1;
      await page.locator('#pay:disabled').waitFor();
      await field('service_code').press('Enter');
      await route.continue();
    });
    await button().dblclick();
    await heading('Payment successful');
    expect(confirms).toBe(1);
  });

  it('a card with one wrong field keeps the others and the button, and pays once the field is right', async () => {
    await page.goto((await linked()).link);
    await fillCard(visa, '12');
    await pay();
    await perceived({
      values: { card_number: '4242 4242 4242 4242', expiry: '12 / 39', service_code: '12' },
      errors: { service_code: threeDigits },
      focus: 'service_code',
    });
    expect(await button().isEnabled()).toBe(true);
    await page.keyboard.type('3');
    await perceived({ errors: {} });
    await page.keyboard.press('Enter');
    await heading('Payment successful');
  });

  it('a card that was declined too often keeps the payer at the form of the next payment, where another card pays', async () => {
    await page.goto((await linked()).link);
    for (let times = 0; times < 3; times += 1) {
      await fillCard('4000000000000002');
      const renewed = page.waitForResponse((answer) => answer.url().includes('/payment_link/'));
      await pay();
      await renewed;
      await page.locator('#problem:focus').waitFor();
    }
    await page.goto((await linked()).link);
    await fillCard('4000000000000002');
    await pay();
    await page.getByText('This payment method cannot be used here.').waitFor();
    await fillCard();
    await pay();
    await heading('Payment successful');
  });

  it('a page that the payer loads anew has a new form, which pays', async () => {
    await page.goto((await linked()).link);
    await fillCard();
    await page.reload();
    await field('card_number').waitFor();
    await perceived({ values: {}, errors: {} });
    await fillCard();
    await pay();
    await heading('Payment successful');
  });

  it('the code of a saved card has as many digits as its network states', async () => {
    const customer_id = newId('cus');
    for (const number of [amex, visa]) {
      const { payment_method, payment_method_data } = cardData(number);
      const code = number === amex ? '1234' : '123';
      await createPayment(live.running, merchant, {
        payment_method,
        payment_method_data: { card: { ...payment_method_data.card, card_cvc: code } },
        customer_id,
        confirm: true,
        setup_future_usage: 'on_session',
        customer_acceptance: { acceptance_type: 'offline' },
      });
    }
    await page.goto((await linked({ customer_id })).link);
    const frame = () => page.frameLocator('iframe[title="Security code"]:visible');
    await page.getByLabel('4242').check();
    await frame().getByLabel('Security code').pressSequentially('1234');
    expect(await frame().getByLabel('Security code').inputValue()).toBe('123');
    await page.getByLabel('0005').check();
    await frame().getByLabel('Security code').fill('123');
    await pay();
    await frame().getByText('The security code has 4 digits').waitFor();
    await frame().getByLabel('Security code').fill('1234');
    await pay();
    await heading('Payment successful');
  });

  it('a payer who refuses iDEAL at the bank reads about no card, and pays by card', async () => {
    const one = await linked({ allowed_payment_method_types: ['ideal', 'credit'] });
    await page.goto(one.link);
    await page.getByLabel('iDEAL').check();
    await pay();
    await page.getByRole('button', { name: 'Reject Payment' }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'You have not been charged.' });
    expect(await problem.textContent()).not.toContain('card');
    await page.getByRole('radio', { name: 'Card' }).check();
    await fillCard();
    await pay();
    await heading('Payment successful');
  });

  it('a card that the processor cannot save without a payment is refused at once', async () => {
    const terms = { amount: 0, payment_type: 'setup_mandate', setup_future_usage: 'off_session' };
    const one = await linked({ ...terms, customer_id: newId('cus') });
    let confirms = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirms += 1;
    });
    await page.goto(one.link);
    await fillCard();
    await pay();
    await page.getByText('This payment method cannot be used here.').waitFor();
    expect([confirms, await one.status()]).toEqual([1, 'requires_payment_method']);
  });

  it.each([
    ['PLN', 'blik', 'BLIK code', '12a34', '123 4', 'Please enter 6 digits.', '123 456'],
    ['BRL', 'boleto', 'Tax number', '111', '111', /11 digits/, '568.617.525-09'],
  ])(
    'a payment in %s by %s shows the error of the number beside it, and takes the right one',
    async (currency, method, label, typed, shown, error, right) => {
      await page.goto((await linked({ currency, allowed_payment_method_types: [method] })).link);
      const number = page.getByLabel(label);
      await number.pressSequentially(typed);
      expect(await number.inputValue()).toBe(shown);
      await pay();
      await page.getByText(error).waitFor();
      expect(await number.getAttribute('aria-invalid')).toBe('true');
      await number.fill(right);
      await page.locator('[aria-invalid=true]').waitFor({ state: 'detached' });
      const confirm = page.waitForResponse((answer) => answer.url().endsWith('/confirm'));
      await pay();
      expect((await confirm).status()).toBe(200);
    },
  );

  it.each([
    ['zz', 'en'],
    ['de-AT', 'de'],
    ['', 'en'],
    ['ar', 'ar'],
  ])('a page for the language %j is in the language %s', async (locale, language) => {
    const url = new URL((await linked()).link);
    url.searchParams.set('locale', locale);
    const html = await (await page.request.get(url.href)).text();
    expect(html).toContain(`<html lang="${language}"`);
    expect(html.includes('dir="rtl"')).toBe(language === 'ar');
  });
});
