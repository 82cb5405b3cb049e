import * as v from 'valibot';
import { JsonObject } from '#platform/schema.ts';
import { ruleEntries, withSelection } from './program.ts';

/** How a card's issuer is asked to authenticate the customer, if at all. */
export const ThreeDsDecision = v.picklist([
  'no_three_ds',
  'challenge_requested',
  'challenge_preferred',
  'three_ds_exemption_requested_tra',
  'three_ds_exemption_requested_low_value',
  'issuer_three_ds_exemption_requested',
]);
export type ThreeDsDecision = v.InferOutput<typeof ThreeDsDecision>;

/** @public */
export const ThreeDsDecisionSelection = v.object({ decision: ThreeDsDecision });

/** A rule; `connectorSelection` may also be called `routingOutput`. */
const Rule = v.union([
  v.object({ ...ruleEntries, connectorSelection: ThreeDsDecisionSelection }),
  v.pipe(
    v.object({ ...ruleEntries, routingOutput: ThreeDsDecisionSelection }),
    v.transform(withSelection),
  ),
]);

/** An algorithm that selects no connector: merchants ask it about payments that they describe. */
export const ThreeDsDecisionRule = v.object({
  type: v.literal('three_ds_decision_rule'),
  data: v.object({
    defaultSelection: ThreeDsDecisionSelection,
    rules: v.array(Rule),
    metadata: JsonObject,
  }),
});
export type ThreeDsDecisionRule = v.InferOutput<typeof ThreeDsDecisionRule>;
