import { readFileSync } from 'node:fs';
import { stripeCards } from '#sandbox/stripe/test-cards.ts';

const page = new URL('../../docs/test-payment-methods.md', import.meta.url);

it('the page of test payment methods lists every test card of Stripe’s API with its effect', () => {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => /^\| `\d{12,19}` \|/.test(line));
  expect(rows).toEqual(
    Object.entries(stripeCards).map(([number, { meaning }]) => `| \`${number}\` | ${meaning} |`),
  );
});
