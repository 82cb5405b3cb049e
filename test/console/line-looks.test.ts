import { looksOf } from '../../console/page/line-looks.ts';

const colourOf = (label: string, beside: readonly string[] = []) =>
  looksOf([label, ...beside])[0]?.colour;

it.each([
  ['payments succeeded', '--line-good'],
  ['delivered', '--line-good'],
  ['stripe captured', '--line-good'],
  ['payments partially_captured', '--line-good'],
  ['payments failed', '--line-bad'],
  ['adyen declined', '--line-bad'],
  ['dispute dispute_lost', '--line-bad'],
  ['payments requires_customer_action', '--line-wait'],
  ['refunds pending', '--line-wait'],
])('a line named %s has the colour of its meaning beside any other line', (label, colour) => {
  expect(colourOf(label)).toBe(colour);
  expect(colourOf(label, ['stripe', 'adyen', 'payments succeeded', 'payments failed'])).toBe(
    colour,
  );
});

it.each(['stripe card', 'captured EUR', 'IR_05', 'IntegrityFailure', 'p95'])(
  'a line named %s has neither the colour of success nor that of failure',
  (label) => expect(colourOf(label)).toMatch(/^--line-\d$/),
);

it('a line keeps its colour when its series are found in another order', () => {
  const labels = ['stripe', 'adyen', 'checkout', 'paypal'];
  const [looks, turned] = [looksOf(labels), looksOf(labels.toReversed()).toReversed()];
  expect(turned).toEqual(looks);
  expect(new Set(looks.map(({ colour }) => colour)).size).toBe(labels.length);
});

it('two lines of one colour in a graph differ by their strokes', () => {
  const looks = looksOf(['adyen declined', 'stripe declined', 'payments failed']);
  expect(new Set(looks.map(({ colour }) => colour))).toEqual(new Set(['--line-bad']));
  expect(new Set(looks.map(({ dash }) => dash.join(' '))).size).toBe(3);
});
