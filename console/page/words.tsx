import type { Tone } from '../answers.ts';

const plain = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

/** A number in its shortest form. */
export const number = (value: number): string => plain.format(value);

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const day = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' });

export const clockOf = (at: number): string => clock.format(at);

/** The time of today, or the day and the time. */
export const timeOf = (at: number): string =>
  new Date(at).toDateString() === new Date().toDateString()
    ? clock.format(at).slice(0, 8)
    : `${day.format(at)} ${clock.format(at).slice(0, 5)}`;

/** A span of time in its shortest form. */
export function span(ms: number): string {
  const size = Math.abs(ms);
  if (size < 1) return '0 ms';
  if (size < 1_000) return `${Math.round(ms)} ms`;
  if (size < 60_000) return `${(ms / 1_000).toFixed(size < 10_000 ? 1 : 0)} s`;
  if (size < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (size < 172_800_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} days`;
}

/** How a status looks, wherever one is shown. */
function toneOf(status: string): Tone {
  if (/^succeeded$|partially_captured$|delivered$|verified|^good$/.test(status)) {
    return status === 'undelivered' ? 'bad' : 'good';
  }
  if (/fail|expired|wrong|not signed|unknown|stopped|conflicted/.test(status)) return 'bad';
  return /process|requires|waiting/.test(status) ? 'waiting' : 'plain';
}

export const Badge = ({ text, tone = toneOf(text) }: { text: string; tone?: Tone }) => (
  <span class={`badge ${tone}`}>{text.replaceAll('_', ' ')}</span>
);

/** A region that scrolls, and so can be reached by keyboard. */
export const Scroll = ({
  label,
  children,
}: {
  label: string;
  children: preact.ComponentChildren;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls
  <section class="scroll" aria-label={label} tabIndex={0}>
    {children}
  </section>
);
