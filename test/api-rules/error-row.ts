import type { ErrorKind } from '#platform/errors.ts';
import { asking, type Outcome, type RuleRequest, refused } from './rule.ts';

/** A kind of error, a request that leads to it, and the answer. */
export type ErrorRow = readonly [
  kind: ErrorKind,
  how: string,
  request: RuleRequest,
  outcome: Outcome,
];

/** A request about an identifier that does not exist. */
export const unknown = (
  operation: string,
  params: Readonly<Record<string, string>>,
  body?: unknown,
) => asking(operation, body, { params });

export const notFound = (message: string, code = 'HE_02') => refused(404, code, message);
export const exists = (message: string, code = 'HE_01') => refused(400, code, message);

/** The same request, which can be made once only, twice. */
export const repeatedly =
  (request: RuleRequest): RuleRequest =>
  async (context) => {
    const { status, text } = await request(context);
    if (status !== 200) throw new Error(text);
    return request(context);
  };
