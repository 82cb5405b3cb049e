import * as v from 'valibot';
import { SwitchError } from '../../errors.ts';
import { StraightThroughRouting } from '../../routing/algorithm.ts';
import { JsonObject } from '../../schema.ts';

/** Loose in the request: a form that we do not know is refused with an error of its own. */
export const RoutingField = JsonObject;

/**
 * Reads the `routing` of a request, which may stand under `algorithm` as well.
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
