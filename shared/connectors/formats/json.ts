import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';

/** Answers of processors are some ten levels deep. */
const maxDepth = 64;

/**
 * The JSON of an answer, in the form of the schema. A byte order mark before it is dropped, because
 * Authorize.net sends one. Throws a plain Error for a text that is no JSON, is nested deeper than
 * 64 levels or has another form. The error names the member and quotes nothing of the answer, which
 * may hold card data.
 */
export function readJson<S extends v.GenericSchema>(
  schema: S,
  { body }: Pick<HttpResponse, 'body'>,
): v.InferOutput<S> {
  const read = v.safeParse(schema, parsed(body));
  if (!read.success) {
    throw new Error(`The answer has another form at ${safePath(read.issues[0])}.`);
  }
  return read.output;
}

function parsed(body: string): unknown {
  const text = body.startsWith('\u{feff}') ? body.slice(1) : body;
  if (isDeeperThan(maxDepth, text)) throw new Error('The answer is nested too deep.');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The answer is no JSON.'); // The parser's own message quotes the answer.
  }
}

function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** Where the form differs. A name that is no plain word may be data, and becomes `*`. */
const safePath = (issue: v.BaseIssue<unknown>): string =>
  issue.path
    ?.map(({ key }) =>
      typeof key === 'number' || /^[A-Za-z_]{1,40}$/.test(String(key)) ? key : '*',
    )
    .join('.') ?? 'the top';
