import * as v from 'valibot';
import { chosenName, given, integer, JsonObject } from '#platform/schema.ts';

/** @public */
export const ComparisonType = v.picklist([
  'equal',
  'not_equal',
  'less_than',
  'less_than_equal',
  'greater_than',
  'greater_than_equal',
]);

/** In minor units. */
const Minor = integer(0, Number.MAX_SAFE_INTEGER);

/**
 * The value that a comparison compares with.
 *
 * @public
 */
export const RuleValue = v.variant('type', [
  v.object({ type: v.literal('number'), value: Minor }),
  v.object({ type: v.literal('enum_variant'), value: v.string() }),
  v.object({
    type: v.literal('metadata_variant'),
    value: v.object({ key: v.string(), value: v.string() }),
  }),
  v.object({ type: v.literal('str_value'), value: v.string() }),
  v.object({ type: v.literal('global_ref'), value: v.string() }),
  v.object({ type: v.literal('number_array'), value: v.array(Minor) }),
  v.object({ type: v.literal('enum_variant_array'), value: v.array(v.string()) }),
  v.object({
    type: v.literal('number_comparison_array'),
    value: v.array(v.object({ comparisonType: ComparisonType, number: Minor })),
  }),
]);

/**
 * One comparison. Whether its left side, operator and value go together is checked by
 * `problemOf`, so that programs stored by other versions can be read.
 *
 * @public
 */
export const Comparison = v.object({
  lhs: v.string(),
  comparison: ComparisonType,
  value: RuleValue,
  metadata: JsonObject,
});
export type Comparison = v.InferOutput<typeof Comparison>;

/** True when all of `condition` are true and, if any are given, one of `nested` is. */
export interface RuleStatement {
  readonly condition: Comparison[];
  readonly nested?: RuleStatement[] | null | undefined;
}

/** @public */
export const RuleStatement: v.GenericSchema<unknown, RuleStatement> = v.object({
  condition: v.array(Comparison),
  nested: given(v.array(v.lazy(() => RuleStatement))),
});

/** The first rule that is true decides; where none is, the default. */
export interface Program<Selection> {
  readonly defaultSelection: Selection;
  readonly rules: readonly {
    readonly name: string;
    readonly statements: readonly RuleStatement[];
    readonly connectorSelection: Selection;
  }[];
}

/** The members of a rule beside its selection. */
export const ruleEntries = { name: chosenName(255), statements: v.array(RuleStatement) };

/** A rule that calls its selection `routingOutput`, as one that calls it `connectorSelection`. */
export const withSelection = <Selection>({
  routingOutput,
  ...rest
}: {
  readonly name: string;
  readonly statements: RuleStatement[];
  readonly routingOutput: Selection;
}) => ({ ...rest, connectorSelection: routingOutput });
