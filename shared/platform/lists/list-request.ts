import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { given, integer, Timestamp } from '../schema.ts';

/** A whole number in a query, up to `max`. */
export const CountInQuery = (max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,10}$/, 'invalid digit found in string'),
    v.transform(Number),
    v.maxValue(max, 'number too large to fit in target type'),
  );

/** The largest unsigned numbers of 16 and of 32 bits. */
export const maxUint16 = 65_535;
export const maxUint32 = 4_294_967_295;

/** The page that a body requests; `limitWithin` checks the limit. */
export const pageFields = {
  limit: given(integer(0, maxUint32)),
  offset: given(integer(0, maxUint32)),
};

/** Minor units, both inclusive. Only one of them leaves the other end open. */
export const AmountFilter = v.object({
  start_amount: given(integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
  end_amount: given(integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
});

/** Creation time, both inclusive. An end without a start is ignored. */
export const timeFields = { start_time: given(Timestamp), end_time: given(Timestamp) };

export const timesOf = ({
  start_time,
  end_time,
}: {
  readonly start_time?: string | null | undefined;
  readonly end_time?: string | null | undefined;
}) => (start_time == null ? {} : { from: start_time, until: end_time ?? undefined });

/** Creation time in a query, both inclusive. Without an end, until now. */
export const TimeRangeQuery = v.strictObject({
  start_time: Timestamp,
  end_time: v.optional(Timestamp),
});
export type TimeRangeQuery = v.InferOutput<typeof TimeRangeQuery>;

/** The same in a body. */
export const TimeRange = v.object({ start_time: Timestamp, end_time: given(Timestamp) });

/** The same in a query that may be about any time. An end without a start is ignored. */
export const OptionalTimeRangeQuery = v.strictObject({
  start_time: v.optional(Timestamp),
  end_time: v.optional(Timestamp),
});

/** A time range in any of these forms. */
export type StatedRange = Parameters<typeof timesOf>[0];

/** As `timesOf`. Throws `invalid_request` when the end is before the start. */
export function rangeOf(range: StatedRange) {
  const { from, until } = { until: undefined, from: undefined, ...timesOf(range) };
  if (from !== undefined && until !== undefined && Date.parse(until) < Date.parse(from)) {
    throw new SwitchError('invalid_request', {
      message: 'end_time should not be before start_time',
    });
  }
  return { from, until };
}

export const amountsOf = (filter: v.InferOutput<typeof AmountFilter> | null | undefined) =>
  filter
    ? { amount: { least: filter.start_amount ?? undefined, most: filter.end_amount ?? undefined } }
    : {};

/** The size of a page. Throws `invalid_request` for a limit outside of 1 to `most`. */
export function limitWithin(
  limit: number | null | undefined,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  const wanted = limit ?? usual;
  if (wanted < 1 || wanted > most) {
    throw new SwitchError('invalid_request', {
      message: `limit should be in between 1 and ${most}`,
    });
  }
  return wanted;
}

/** Filters by any of these values; absent, `null` and an empty list do not filter. */
export const anyOf = <S extends v.GenericSchema>(schema: S) => given(v.array(schema));
