import { statisticOf } from './alarm-state.ts';

/** One series of a metric: CloudWatch has one for each namespace, name and set of dimensions. */
export interface Series {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** A stretch of time, in ms since 1970; `until` is not part of it. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

export interface MetricStore {
  /** Keeps a sample, taken now unless stated otherwise. One that is no number is left out. */
  add(series: Series, value: number, at?: number): void;
  /** The series of a metric; with `dimensions`, those with exactly these names. */
  find(namespace: string, name: string, dimensions?: readonly string[]): readonly Series[];
  /** A statistic of a series over a stretch; undefined where it has no sample. */
  value(series: Series, statistic: string, stretch: Stretch): number | undefined;
}

const minuteMs = 60_000;
/** Samples are kept for a day, the longest range of a dashboard on a laptop. */
const keptMs = 24 * 60 * minuteMs;
/** Of one series and minute; of more samples, this many represent all others in percentiles. */
const maxSamples = 500;
/** A program that invents dimensions must not fill the memory. */
const maxSeries = 5_000;

interface Minute {
  count: number;
  sum: number;
  minimum: number;
  maximum: number;
  /** A random choice of all samples. */
  readonly samples: number[];
}

interface Entry {
  readonly series: Series;
  readonly minutes: Map<number, Minute>;
}

/** Keeps the measurements of the last day, by the minute, in memory. */
export function metricStore(clock: () => number = Date.now): MetricStore {
  const byName = new Map<string, Map<string, Entry>>();
  let total = 0;

  function entryOf(series: Series): Entry | undefined {
    const name = nameOf(series.namespace, series.name);
    const entries = byName.get(name) ?? new Map<string, Entry>();
    byName.set(name, entries);
    const key = keyOf(series.dimensions);
    const known = entries.get(key);
    if (known || total >= maxSeries) return known;
    total += 1;
    const entry = { series, minutes: new Map<number, Minute>() };
    entries.set(key, entry);
    return entry;
  }

  return {
    add(series, value, at = clock()) {
      const entry = Number.isFinite(value) ? entryOf(series) : undefined;
      if (!entry) return;
      const minute = Math.floor(at / minuteMs);
      const known = entry.minutes.get(minute);
      if (known) return addTo(known, value);
      const first = { count: 1, sum: value, minimum: value, maximum: value, samples: [value] };
      entry.minutes.set(minute, first);
      const oldest = Math.floor((clock() - keptMs) / minuteMs);
      for (const one of entry.minutes.keys()) if (one < oldest) entry.minutes.delete(one);
    },

    find(namespace, name, dimensions) {
      const wanted = dimensions && [...dimensions].sort().join();
      return [...(byName.get(nameOf(namespace, name))?.values() ?? [])]
        .map(({ series }) => series)
        .filter((one) => !wanted || Object.keys(one.dimensions).sort().join() === wanted);
    },

    value({ namespace, name, dimensions }, statistic, { from, until }) {
      const entry = byName.get(nameOf(namespace, name))?.get(keyOf(dimensions));
      if (!entry) return undefined;
      const found = [...entry.minutes].flatMap(([minute, one]) =>
        minute * minuteMs >= from && minute * minuteMs < until ? [one] : [],
      );
      return statisticOfMinutes(statistic, found);
    },
  };
}

const nameOf = (namespace: string, name: string) => `${namespace} ${name}`;

const keyOf = (dimensions: Series['dimensions']) =>
  JSON.stringify(Object.entries(dimensions).sort(([one], [other]) => (one < other ? -1 : 1)));

function addTo(minute: Minute, value: number) {
  minute.count += 1;
  minute.sum += value;
  minute.minimum = Math.min(minute.minimum, value);
  minute.maximum = Math.max(minute.maximum, value);
  if (minute.samples.length < maxSamples) minute.samples.push(value);
  else {
    const place = Math.floor(Math.random() * minute.count);
    if (place < maxSamples) minute.samples[place] = value;
  }
}

/** Exact but for percentiles, which are of the samples that were kept. */
function statisticOfMinutes(statistic: string, minutes: readonly Minute[]): number | undefined {
  if (minutes.length === 0) return undefined;
  const total = (of: (minute: Minute) => number) =>
    minutes.reduce((sum, minute) => sum + of(minute), 0);
  switch (statistic) {
    case 'Sum':
      return total(({ sum }) => sum);
    case 'SampleCount':
      return total(({ count }) => count);
    case 'Average':
      return total(({ sum }) => sum) / total(({ count }) => count);
    case 'Minimum':
      return Math.min(...minutes.map(({ minimum }) => minimum));
    case 'Maximum':
      return Math.max(...minutes.map(({ maximum }) => maximum));
    default:
      return statisticOf(
        statistic,
        minutes.flatMap(({ samples }) => samples),
      );
  }
}
