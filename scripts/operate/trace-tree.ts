import * as v from 'valibot';

/** A span as a line of the log contains it. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** The function that did the work. */
  readonly function: string;
  /** ISO 8601. */
  readonly begun: string;
  /** Milliseconds that it took. */
  readonly ms: number;
  readonly failed: boolean;
  /** Its subject: `payment_id=pay_1 event_id=evt_1`. */
  readonly about: string;
}

const SpanLine = v.looseObject({
  message: v.literal('span'),
  trace_id: v.string(),
  span_id: v.string(),
  parent_span_id: v.optional(v.string()),
  name: v.string(),
  function: v.string(),
  begun: v.pipe(v.string(), v.isoTimestamp()),
  ms: v.number(),
  failed: v.optional(v.boolean(), false),
});

/** The spans among lines of a log. Text before the JSON of a line, such as its time, is skipped. */
export const spansIn = (lines: readonly string[]): readonly Span[] =>
  lines.flatMap((line) => {
    const parsed = v.safeParse(SpanLine, jsonIn(line));
    if (!parsed.success) return [];
    const { trace_id: traceId, span_id: spanId, parent_span_id: parentSpanId } = parsed.output;
    const { name, function: functionName, begun, ms, failed } = parsed.output;
    const about = Object.entries(parsed.output)
      .filter(([key]) => /^(payment|refund|payout|dispute|mandate|event)_id$/.test(key))
      .map(([key, id]) => `${key}=${id}`)
      .join(' ');
    return [
      {
        traceId,
        spanId,
        parentSpanId,
        name,
        function: functionName,
        begun,
        ms,
        failed,
        about,
      },
    ];
  });

function jsonIn(line: string): unknown {
  const start = line.indexOf('{');
  if (start < 0) return undefined;
  try {
    return JSON.parse(line.slice(start));
  } catch {
    return undefined;
  }
}

/**
 * The spans of each trace that is `id`, by either notation, or that is about an object of this id.
 */
export function tracesOf(spans: readonly Span[], id: string): readonly (readonly Span[])[] {
  const traceId = id.replace(/^1-([0-9a-f]{8})-([0-9a-f]{24})$/, '$1$2');
  const wanted = spans.filter(
    (span) => span.traceId === traceId || span.about.split(/[ =]/).includes(id),
  );
  return [...new Set(wanted.map((span) => span.traceId))].map((one) =>
    spans.filter((span) => span.traceId === one),
  );
}

/**
 * The spans of one trace as lines of text, each below its cause, in the order in which they began:
 * with its milliseconds after the first, its duration, its function and its subject.
 */
export function treeOf(spans: readonly Span[]): string {
  const ordered = [...spans].sort((one, other) => one.begun.localeCompare(other.begun));
  const zero = Date.parse(ordered[0]?.begun ?? '');
  const known = new Set(spans.map(({ spanId }) => spanId));
  const below = (parent: string | undefined) =>
    ordered.filter(({ parentSpanId }) =>
      parent === undefined
        ? parentSpanId === undefined || !known.has(parentSpanId)
        : parentSpanId === parent,
    );
  const shown = (some: readonly Span[], depth: number): readonly string[] =>
    some.flatMap((span) => [lineOf(span, depth, zero), ...shown(below(span.spanId), depth + 1)]);
  return shown(below(undefined), 0).join('\n');
}

function lineOf(span: Span, depth: number, zero: number): string {
  const after = `+${Date.parse(span.begun) - zero}`.padStart(8);
  const took = `${span.ms} ms`.padStart(11);
  const what = `${'  '.repeat(depth)}${span.name}${span.failed ? ' FAILED' : ''}`.padEnd(44);
  return `${after} ${took}  ${what}  ${span.function}  ${span.about}`.trimEnd();
}
