import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { SwitchError } from '../../errors.ts';
import type { Operation } from '../operation.ts';
import { bodyHint, contentTypeHint } from './body-hint.ts';
import { type Hint, shownPath } from './hint.ts';
import { keyHint } from './key-hint.ts';
import { kindHints } from './kind-hint.ts';
import { messageHint } from './message-hint.ts';

/**
 * Help for the developer of a client about an error. Details with the names `param` and `hint` win,
 * because they come from the place that refused the request.
 */
export function hintOfError(
  { kind, details }: Pick<SwitchError, 'kind' | 'details'>,
  operation: Operation,
  event: APIGatewayProxyEventV2,
): Hint {
  const { param, hint } = details;
  return {
    ...general(),
    ...(typeof param === 'string' && { param }),
    ...(typeof hint === 'string' && { hint }),
  };

  function general(): Hint {
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
        return withSentPath(messageHint(String(details.message)), event.body);
      case 'invalid_data':
      case 'invalid_value':
        return withSentPath(byKind(), event.body);
      default:
        return byKind();
    }
  }

  function byKind(): Hint {
    return kindHints[kind]?.(details) ?? {};
  }
}

/** The hint with the path at which the body has its member, where it has one. */
function withSentPath(hint: Hint, body: unknown): Hint {
  const path = hint.param === undefined ? undefined : pathInBody(body, hint.param);
  return path === undefined ? hint : { ...hint, param: shownPath(path) };
}

/** Levels of a body in which a member is searched. */
const maxDepth = 6;

/** The path of the first member of this name in a parsed body; undefined where none has it. */
function pathInBody(body: unknown, name: string, depth = 0): string | undefined {
  if (typeof body !== 'object' || body === null || depth > maxDepth) return undefined;
  if (Object.hasOwn(body, name)) return name;
  for (const [key, member] of Object.entries(body)) {
    const path = pathInBody(member, name, depth + 1);
    if (path !== undefined) return `${key}.${path}`;
  }
  return undefined;
}
