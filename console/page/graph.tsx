import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Graph } from '../answers.ts';
import { type LineLook, looksOf } from './line-looks.ts';
import type { ShownGraph } from './shown-amounts.ts';
import { number } from './words.tsx';

/** A graph is drawn anew when its lines, its size or the page's colours change. */
export function GraphView({ graph }: { graph: ShownGraph }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ plot: uPlot; shape: string } | undefined>(undefined);
  const latest = useRef(graph);
  latest.current = graph;

  const looks = looksOf(graph.lines.map(({ label }) => label));
  const isEmpty = graph.lines.every(({ values }) => values.every((one) => one === null));
  useEffect(() => {
    const element = place.current;
    if (!element || isEmpty) return;
    const draw = () => {
      const shape = JSON.stringify([
        ...latest.current.lines.map(({ label, isOnRight }) => [label, isOnRight]),
        ...[element.clientWidth, element.clientHeight, styleOf(element, '--ink')],
      ]);
      if (drawn.current?.shape === shape) {
        drawn.current.plot.setData(dataOf(latest.current));
        return;
      }
      drawn.current?.plot.destroy();
      const plot = new uPlot(optionsOf(latest.current, element), dataOf(latest.current), element);
      drawn.current = { plot, shape };
    };
    draw();
    const sized = new ResizeObserver(draw);
    sized.observe(element);
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributes: true });
    const preferred = matchMedia('(prefers-color-scheme: dark)');
    preferred.addEventListener('change', draw);
    return () => {
      sized.disconnect();
      themed.disconnect();
      preferred.removeEventListener('change', draw);
    };
  }, [graph]);
  useEffect(() => () => drawn.current?.plot.destroy(), []);

  if (isEmpty) return <p class="away">No value yet</p>;
  return (
    <>
      <div class="plot" ref={place} aria-hidden="true" />
      <ul class="legend">
        {graph.lines.map(({ label, values }, index) =>
          values.some((one) => one !== null) ? (
            <li key={`${label} ${index}`}>
              <LineSign look={looks[index]} />
              {label} <b>{lastOf(values, (value) => graph.text(value, index))}</b>
            </li>
          ) : null,
        )}
      </ul>
    </>
  );
}

/** A piece of the line, in its colour and with its strokes. */
const LineSign = ({ look }: { look: LineLook | undefined }) => (
  <svg viewBox="0 0 16 8" aria-hidden="true">
    <line
      x1="0"
      x2="16"
      y1="4"
      y2="4"
      style={{ stroke: `var(${look?.colour ?? '--ink'})` }}
      stroke-dasharray={look?.dash.join(' ')}
    />
  </svg>
);

const lastOf = (values: readonly (number | null)[], text: (value: number) => string) => {
  const last = values.findLast((one) => one !== null);
  return last == null ? '' : text(last);
};

const dataOf = ({ times, lines }: Graph): uPlot.AlignedData => [
  times.map((at) => at / 1_000),
  ...lines.map(({ values }) => [...values]),
];

const styleOf = (element: Element, name: string) => {
  // The value of a custom property keeps light-dark(); a colour that uses it does not.
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
};

const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function optionsOf({ lines, left, right }: Graph, element: HTMLElement): uPlot.Options {
  const soft = styleOf(element, '--soft');
  const rail = styleOf(element, '--line');
  const font = '11px system-ui, sans-serif';
  const axis = { stroke: soft, font, grid: { stroke: rail, width: 1 }, ticks: { show: false } };
  const scaled = { ...axis, size: 46, values: (_: uPlot, all: number[]) => all.map(number) };
  const looks = looksOf(lines.map(({ label }) => label));
  const hasRight = lines.some(({ isOnRight }) => isOnRight);
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 18, 0, 0],
    scales: { left: { range: rangeOf(left) }, right: { range: rangeOf(right) } },
    axes: [
      {
        ...axis,
        size: 24,
        space: 60,
        values: (_, all) => all.map((at) => minute.format(at * 1_000)),
      },
      { ...scaled, scale: 'left' },
      ...(hasRight ? [{ ...scaled, scale: 'right', side: 1 as const, grid: { show: false } }] : []),
    ],
    series: [
      {},
      ...lines.map(({ isOnRight }, index) => {
        const { colour = '--ink', dash = [] } = looks[index] ?? {};
        const stroke = styleOf(element, colour);
        return {
          stroke,
          dash: [...dash],
          width: 1.75,
          scale: isOnRight ? 'right' : 'left',
          spanGaps: true,
          points: { show: true, size: 5, fill: stroke },
        };
      }),
    ],
  };
}

/** The dashboard's range; without one, around the values, and from zero where that is near. */
const rangeOf =
  ({ min, max }: Graph['left']) =>
  (_: uPlot, least: number | null, most: number | null): [number, number] => {
    const low = min ?? Math.min(0, least ?? 0);
    const high = max ?? (most ?? 0) * 1.1;
    return [low, high > low ? high : low + 1];
  };
