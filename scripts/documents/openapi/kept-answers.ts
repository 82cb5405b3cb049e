import * as v from 'valibot';
import { canonical } from '#platform/canonical.ts';
import { withWholeParts } from '../../../site/reference/whole-parts.ts';
import type { Recorded } from '../recorded.ts';
import type { ExampleAnswers } from './operations.ts';

const Content = v.optional(
  v.record(v.string(), v.object({ example: v.optional(v.unknown()) })),
  {},
);
const Document = v.object({
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.object({ responses: v.record(v.string(), v.object({ content: Content })) }),
    ),
  ),
  webhooks: v.optional(
    v.record(
      v.string(),
      v.object({ post: v.object({ requestBody: v.object({ content: Content }) }) }),
    ),
    {},
  ),
});

/**
 * The answers that a description shows, by method and path, and its webhooks by class:
 * `POST /payments`, `webhook payments`.
 */
export function answersIn(text: string): ExampleAnswers {
  const { paths, webhooks } = v.parse(Document, withWholeParts(JSON.parse(text)));
  const answers = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.values(responses).map(
        ({ content }) => [`${method.toUpperCase()} ${path}`, exampleIn(content)] as const,
      ),
    ),
  );
  const bodies = Object.entries(webhooks).map(
    ([name, { post }]) => [`webhook ${name}`, exampleIn(post.requestBody.content)] as const,
  );
  return Object.fromEntries([...answers, ...bodies].filter(([, example]) => example !== undefined));
}

const exampleIn = (content: v.InferOutput<typeof Content>) => Object.values(content)[0]?.example;

/**
 * The answers for the descriptions: the recorded ones, and in the place of each that differs from the
 * described one only by values of chance the described one, so that a description changes by a reason
 * only.
 *
 * @param descriptions those that are stored; undefined where one is missing
 */
export function keptAnswers(
  descriptions: readonly (string | undefined)[],
  { answers, fromScenarios }: Recorded,
): ExampleAnswers {
  const described: ExampleAnswers = Object.assign(
    {},
    ...descriptions.flatMap((text) => (text === undefined ? [] : [answersIn(text)])),
  );
  const formOf = (name: string, answer: unknown) =>
    canonical(fromScenarios.includes(name) ? Object.keys(Object(answer)).sort() : masked(answer));
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const isSame = formOf(name, answer) === formOf(name, described[name]);
      return [name, isSame ? described[name] : answer];
    }),
  );
}

/** No amount, count or limit in an example is as large as a time in seconds. */
const secondsOf2001 = 1_000_000_000;

/**
 * The answer without the values that change each time: identifiers, keys, hashes and times, and the
 * order of objects in a list. For objects in a list, only the names of their members remain.
 */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (!value.some((one) => typeof one === 'object')) return value.map(masked);
    return [...new Set(value.flatMap((one) => Object.keys(Object(one))))].sort();
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        // With each new connector there is one more.
        name === 'connector_count' ? 'COUNT' : masked(one),
      ]),
    );
  }
  if (typeof value === 'number' && value > secondsOf2001) return 'TIME';
  if (typeof value !== 'string') return value;
  return (
    value
      .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'TIME')
      .replace(/^\.{3}[\w-]{6}$/, 'END OF A KEY')
      // JSON Web Encryption: of its five parts one is too short to look random.
      .replace(/^eyJ[\w-]+(?:\.[\w-]+){4}$/, 'ENCRYPTED')
      .replace(/(?<=_\d+)\.[0-9A-Za-z]{8}$/, '.MARK')
      .replaceAll(/[\w+/-]{20,}={0,2}/g, (one) => (/[A-Z\d]/.test(one) ? 'RANDOM' : one))
  );
}
