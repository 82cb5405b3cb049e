import type { Graph } from '../../console/answers.ts';
import { shownGraph } from '../../console/page/shown-amounts.ts';

const graph = (title: string, lines: Readonly<Record<string, readonly number[]>>): Graph => ({
  kind: 'graph',
  title,
  times: [0],
  lines: Object.entries(lines).map(([label, values]) => ({ label, values, isOnRight: false })),
  left: {},
  right: {},
  onlyInAws: [],
});

it('amounts of a graph are shown in the digits of their currency, and drawn in major units', () => {
  const shown = shownGraph(
    graph('Captured by currency, in minor units', {
      'captured EUR': [2_599],
      'captured JPY': [2_599],
      'captured KWD': [2_599],
    }),
    String,
  );
  expect(shown.title).toBe('Captured by currency');
  expect(shown.lines.map(({ values }) => values)).toEqual([[25.99], [2_599], [2.599]]);
  expect(shown.lines.map(({ values: [one] }, index) => shown.text(one ?? 0, index))).toEqual([
    ...['€25.99', '¥2,599', expect.stringMatching(/^KWD\s2\.599$/)],
  ]);
});

it('a graph without amounts keeps its title and its values', () => {
  const counts = graph('Payments by new status', { 'payments succeeded': [3] });
  const shown = shownGraph(counts, (value) => `${value}`);
  expect(shown).toMatchObject(counts);
  expect(shown.text(3, 0)).toBe('3');
});
