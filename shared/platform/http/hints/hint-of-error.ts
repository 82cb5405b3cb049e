import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { SwitchError } from '../../errors.ts';
import type { Operation } from '../operation/operation.ts';
import { catalogue } from '../response/error-catalogue.ts';
import { bodyHint, contentTypeHint } from './body-hint.ts';
import { docLink } from './doc-link.ts';
import type { Hint } from './hint.ts';
import { keyHint } from './key-hint.ts';
import { kindHints } from './kind-hint.ts';
import { literalPathHint } from './literal-paths.ts';
import { messageHint } from './message-hint.ts';
import { listedWordHint } from './schema-hint.ts';
import { membersAt } from './schema-members.ts';
import { withSentPath } from './sent-path.ts';

/**
 * Help for the developer of a client about an error. Details with the names `param` and `hint` win,
 * because they come from the place that refused the request.
 *
 * @param body as it was sent: a value where it is JSON
 */
export function hintOfError(
  { kind, details }: Pick<SwitchError, 'kind' | 'details'>,
  operation: Operation,
  event: APIGatewayProxyEventV2,
  body: unknown,
): Hint {
  const { param, hint } = details;
  const [status] = catalogue[kind];
  const found = {
    ...general(),
    ...(typeof param === 'string' && { param }),
    ...(typeof hint === 'string' && { hint }),
  };
  return { ...found, ...docLink({ kind, status, param: found.param }) };

  function general(): Hint {
    const literal = status === 404 && literalPathHint(operation, event.pathParameters ?? {});
    if (literal) return literal;
    const cursor = status === 404 && cursorHint(operation, event);
    if (cursor) return cursor;
    switch (kind) {
      case 'not_authenticated':
        return keyHint(operation, event);
      case 'invalid_content_type':
        return contentTypeHint(event);
      case 'invalid_body':
        return bodyHint(event, details.detail);
      case 'missing_param':
        return details.field === 'api_key' ? keyHint(operation, event) : byKind();
      case 'invalid_request':
      case 'precondition_failed':
        return (
          wordHintOf(details) ?? withSentPath(messageHint(String(details.message), operation), body)
        );
      case 'invalid_data':
      case 'invalid_value':
        return withSentPath(byKind(), body);
      default:
        return byKind();
    }
  }

  function byKind(): Hint {
    return kindHints[kind]?.(details) ?? {};
  }
}

/** Members by which a list is read on from one of its entries. */
const cursors = ['starting_after', 'ending_before'];

/** For a list that is read on from an entry which it does not have. */
function cursorHint(operation: Operation, event: APIGatewayProxyEventV2): Hint | undefined {
  const { query, method } = operation;
  const members = query && method === 'GET' ? membersAt(query, []) : [];
  const sent = event.queryStringParameters ?? {};
  const param = cursors.find((one) => members.includes(one) && Object.hasOwn(sent, one));
  return param === undefined
    ? undefined
    : { param, hint: `Send as \`${param}\` the identifier of an entry of this list.` };
}

/** For a refusal that names the wrong `word` and the `words` that are right in its place. */
function wordHintOf({ word, words }: SwitchError['details']): Hint | undefined {
  if (typeof word !== 'string' || !Array.isArray(words)) return undefined;
  return { hint: listedWordHint(word, words.map(String)) };
}
