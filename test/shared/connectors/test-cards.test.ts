import { cards } from '#connectors/sandbox/published/cards.ts';
import { isTestCard } from '#connectors/test-cards.ts';
import { publishedTestBins } from '#operator/card-bins/card-bin.ts';
import { stripeCards } from '#sandbox/stripe/test-cards.ts';

it.each([...new Set([...Object.keys(cards), ...Object.keys(stripeCards)])])(
  'a card %s that a simulated processor publishes is a test card',
  (number) => {
    expect(isTestCard(number)).toBe(true);
  },
);

it('a card that a processor publishes for its tests is a test card', () => {
  for (const number of [
    '4007000000027',
    '4500600000000061',
    '4444333322221111',
    '4543474002249996',
    '376680816376961',
    '4012000100000007',
    '4000000760000002',
  ]) {
    expect([number, isTestCard(number)]).toEqual([number, true]);
  }
});

it('a card that differs from a published test card in its last digits is no test card', () => {
  const ranges = Object.keys(publishedTestBins).filter((range) => !range.startsWith('400000'));
  for (const range of ranges) {
    expect([range, isTestCard(`${range}0000009876`)]).toEqual([range, false]);
  }
  expect(isTestCard('4539578763621486')).toBe(false);
});
