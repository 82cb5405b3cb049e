import { Currency } from '#vocabulary/currencies.ts';
import { minorUnitDigits } from '#vocabulary/minor-unit-digits.ts';
import type { Graph } from '../answers.ts';
import { money } from '../money.ts';

const minorUnits = /,? in minor units$/;

/** A graph as the console shows it: amounts are in their currency's own digits. */
export interface ShownGraph extends Graph {
  /** The text of a value of a line, by the line's place. */
  readonly text: (value: number, line: number) => string;
}

/**
 * CloudWatch sums minor units, which the titles of the dashboards state; their series are named
 * after currencies. Here the lines are in major units, so that 25 EUR and 2,500 JPY compare right.
 */
export function shownGraph(graph: Graph, plain: (value: number) => string): ShownGraph {
  const currencies = graph.lines.map(({ label }) => currencyOf(label));
  if (!minorUnits.test(graph.title)) return { ...graph, text: plain };
  return {
    ...graph,
    title: graph.title.replace(minorUnits, ''),
    lines: graph.lines.map((line, index) => {
      const currency = currencies[index];
      return currency === undefined ? line : { ...line, values: majorUnits(line.values, currency) };
    }),
    text: (value, line) => {
      const currency = currencies[line];
      if (currency === undefined) return plain(value);
      return money(Math.round(value * 10 ** minorUnitDigits(currency)), currency);
    },
  };
}

/** The currency that a label such as `captured EUR` names. */
const currencyOf = (label: string): Currency | undefined =>
  Currency.options.find((one) => label.split(' ').includes(one));

const majorUnits = (values: readonly (number | null)[], currency: Currency) =>
  values.map((one) => (one === null ? null : one / 10 ** minorUnitDigits(currency)));
