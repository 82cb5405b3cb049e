import * as v from 'valibot';
import { ruleEntries, withSelection } from '#merchants/routing-settings/program.ts';
import { given, JsonObject } from '#platform/schema.ts';
import { AuthenticationType } from '#vocabulary/authentication-type.ts';

/**
 * Whether 3-D Secure is used; nothing where the program leaves it open.
 *
 * @public
 */
export const ThreeDsSelection = v.object({ override_3ds: given(AuthenticationType) });

/** A rule; `connectorSelection` may also be called `routingOutput`. */
const Rule = v.union([
  v.object({ ...ruleEntries, connectorSelection: ThreeDsSelection }),
  v.pipe(v.object({ ...ruleEntries, routingOutput: ThreeDsSelection }), v.transform(withSelection)),
]);

/** @public */
export const ThreeDsProgram = v.object({
  defaultSelection: ThreeDsSelection,
  rules: v.array(Rule),
  metadata: JsonObject,
});
