import * as v from 'valibot';
import { StraightThroughRouting } from '#merchants/routing-settings/algorithm.ts';
import { SwitchError } from '#platform/errors.ts';
import { JsonObject } from '#platform/schema.ts';

/** Unparsed in the request: an unknown form is refused later, with its own error. */
export const RoutingField = JsonObject;

/**
 * Parses the `routing` of a request, whose content may also be under `algorithm`.
 *
 * @throws SwitchError `invalid_request`
 */
export function straightThroughRouting(
  routing: Readonly<Record<string, unknown>> | null | undefined,
): StraightThroughRouting | undefined {
  if (!routing) return undefined;
  const parsed = v.safeParse(StraightThroughRouting, routing.algorithm ?? routing);
  if (!parsed.success) {
    throw new SwitchError('invalid_request', {
      message: 'Invalid straight through routing rules format',
    });
  }
  return parsed.output;
}
