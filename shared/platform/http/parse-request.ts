import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { ignoredMembers } from './ignored-members.ts';
import type { Operation } from './operation.ts';
import { describeIssue, schemaHint } from './refusals.ts';
import { readBody } from './request-body.ts';
import { headersOf } from './request-headers.ts';
import { withLimits } from './with-limits.ts';

/** The parts of a request that the operation's schemas have parsed. */
export interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The members of the body that the operation ignores, as paths. */
interface Ignored {
  readonly ignored: readonly string[];
}

/** Parses path, query and body, in this order. Throws the refusal of the first that is invalid. */
export async function parseRequest(
  operation: Operation,
  event: APIGatewayProxyEventV2,
): Promise<ParsedRequest & Ignored> {
  const headers = headersOf(event);
  const params = parse(operation.params, event.pathParameters ?? {}, () => notFound(operation));
  const sentQuery = event.queryStringParameters ?? {};
  const query = parse(operation.query, sentQuery, invalid('invalid_query', operation.query));
  const sentBody = await readBody(operation, event, headers['content-type']);
  const body = parse(operation.body, sentBody, invalid('invalid_body', operation.body));
  const ignored = ignoredMembers(operation, params, sentBody);
  return { params, query, body, headers, ignored };
}

function parse(
  schema: v.GenericSchema | undefined,
  input: unknown,
  refusal: (issue: v.BaseIssue<unknown>) => SwitchError,
): unknown {
  if (!schema) return undefined;
  const result = v.safeParse(withLimits(schema), input, { abortEarly: true });
  if (!result.success) throw refusal(result.issues[0]);
  return result.output;
}

const invalid =
  (kind: 'invalid_query' | 'invalid_body', schema?: v.GenericSchema) =>
  (issue: v.BaseIssue<unknown>) =>
    new SwitchError(kind, {
      detail: describeIssue(issue),
      ...(schema && schemaHint(schema, issue)),
    });

/** A path whose ids are malformed names no object. */
const notFound = ({ notFound: kind = 'unrecognized_route' }: Operation) =>
  new SwitchError(kind, { id: '' });
