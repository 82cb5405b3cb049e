import * as v from 'valibot';
import { chosenName, given, Identifier, integer, JsonObject } from '../schema.ts';
import { ConnectorName } from '../vocabulary/connectors.ts';

/** Connectors that authenticate, tax or store cards, and make no payments. */
const unroutable: ReadonlySet<ConnectorName> = new Set<ConnectorName>([
  'gpayments',
  'hyperswitch_vault',
  'taxjar',
  'tokenex',
  'vgs',
]);

/** A connector to which payments and payouts may be routed. */
export const RoutableConnector = v.picklist(
  ConnectorName.options.filter((name) => !unroutable.has(name)),
);

/**
 * A routing target: a connector by name, or one of its accounts. Responses show it as the merchant
 * stated it.
 */
export const RoutableChoice = v.union([
  RoutableConnector,
  v.object({ connector: RoutableConnector, merchant_connector_id: v.nullish(Identifier, null) }),
]);
export type RoutableChoice = v.InferOutput<typeof RoutableChoice>;

/**
 * A connector and its share of the traffic, relative to the sum of all shares.
 *
 * @public
 */
export const RoutableShare = v.object({
  connector: RoutableChoice,
  split: integer(0, 2_147_483_647),
});

const Single = v.object({ type: v.literal('single'), data: RoutableChoice });

const Priority = v.object({
  type: v.literal('priority'),
  data: v.pipe(
    v.array(RoutableChoice),
    v.minLength(1, "Connectors list can't be empty for Priority Algorithm"),
  ),
});

const VolumeSplit = v.object({
  type: v.literal('volume_split'),
  data: v.pipe(
    v.array(RoutableShare),
    v.minLength(1, "Connectors list can't be empty for Volume split Algorithm"),
  ),
});

/** The routing of a single payment or payout: connectors in order or by share, but no program. */
export const StraightThroughRouting = v.variant('type', [Single, Priority, VolumeSplit]);
export type StraightThroughRouting = v.InferOutput<typeof StraightThroughRouting>;

/**
 * The connectors that a rule selects.
 *
 * @public
 */
export const ConnectorSelection = v.variant('type', [Priority, VolumeSplit]);
type ConnectorSelection = v.InferOutput<typeof ConnectorSelection>;

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
 * One comparison. Its left side, operator and value are checked when a payment is routed, so that
 * programs with comparisons unknown to this version can be stored.
 *
 * @public
 */
export const Comparison = v.object({
  lhs: v.string(),
  comparison: ComparisonType,
  value: RuleValue,
  metadata: JsonObject,
});
type Comparison = v.InferOutput<typeof Comparison>;

/** True when all of `condition` are true and, if any are given, one of `nested` is. */
interface RuleStatement {
  readonly condition: Comparison[];
  readonly nested?: RuleStatement[] | null | undefined;
}

/** @public */
export const RuleStatement: v.GenericSchema<unknown, RuleStatement> = v.object({
  condition: v.array(Comparison),
  nested: given(v.array(v.lazy(() => RuleStatement))),
});

const rule = { name: chosenName(255), statements: v.array(RuleStatement) };

/** A rule; `connectorSelection` may also be called `routingOutput`. */
const Rule = v.union([
  v.object({ ...rule, connectorSelection: ConnectorSelection }),
  v.pipe(
    v.object({ ...rule, routingOutput: ConnectorSelection }),
    v.transform(({ routingOutput, ...rest }) => ({ ...rest, connectorSelection: routingOutput })),
  ),
]);

/**
 * Rules and a default: the first rule that is true decides, else the default.
 *
 * @public
 */
export const RoutingProgram = v.object({
  defaultSelection: ConnectorSelection,
  rules: v.array(Rule),
  metadata: JsonObject,
});

/** How a profile's payments or payouts are distributed over its connector accounts. */
export const RoutingAlgorithm = v.variant('type', [
  Single,
  Priority,
  VolumeSplit,
  v.object({ type: v.literal('advanced'), data: RoutingProgram }),
]);
export type RoutingAlgorithm = v.InferOutput<typeof RoutingAlgorithm>;

/** Every target that an algorithm may select, in the order of the algorithm. */
export function choicesOf(algorithm: RoutingAlgorithm): readonly RoutableChoice[] {
  switch (algorithm.type) {
    case 'single':
      return [algorithm.data];
    case 'priority':
    case 'volume_split':
      return choicesOfSelection(algorithm);
    case 'advanced': {
      const { defaultSelection, rules } = algorithm.data;
      return [
        defaultSelection,
        ...rules.map(({ connectorSelection }) => connectorSelection),
      ].flatMap(choicesOfSelection);
    }
  }
}

const choicesOfSelection = (selection: ConnectorSelection): readonly RoutableChoice[] =>
  selection.type === 'priority' ? selection.data : selection.data.map(({ connector }) => connector);

/** The connector of a target, and its account if it names one. */
export const connectorOf = (
  choice: RoutableChoice,
): { readonly connector: ConnectorName; readonly accountId?: string } => {
  if (typeof choice === 'string') return { connector: choice };
  const { connector, merchant_connector_id: accountId } = choice;
  return { connector, ...(accountId !== null && { accountId }) };
};

/** A target as errors name it: `connector`, or `connector:account`. */
export const choiceKey = (choice: RoutableChoice): string => {
  const { connector, accountId } = connectorOf(choice);
  return accountId === undefined ? connector : `${connector}:${accountId}`;
};
