import * as v from 'valibot';
import { SwitchError } from '../errors.ts';
import { given, Identifier, integer, JsonObject } from '../schema.ts';
import { ConnectorName } from '../vocabulary/connectors.ts';

/** A connector, and which of the merchant's accounts with it. */
export const ConnectorChoice = v.object({
  connector: ConnectorName,
  merchant_connector_id: given(Identifier),
});
export type ConnectorChoice = v.InferOutput<typeof ConnectorChoice>;

const Single = v.object({
  type: v.literal('single'),
  data: v.union([
    ConnectorChoice,
    v.pipe(
      ConnectorName,
      v.transform((connector): ConnectorChoice => ({ connector })),
    ),
  ]),
});

/** Which connectors a single payment is to take, as the request says it. */
export const StraightThroughRouting = v.variant('type', [
  Single,
  v.object({
    type: v.literal('priority'),
    data: v.pipe(v.array(ConnectorChoice), v.minLength(1)),
  }),
  v.object({
    type: v.literal('volume_split'),
    data: v.pipe(
      v.array(v.object({ connector: ConnectorChoice, split: integer(0, 255) })),
      v.minLength(1),
    ),
  }),
]);
export type StraightThroughRouting = v.InferOutput<typeof StraightThroughRouting>;

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
