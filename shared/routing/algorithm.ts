import * as v from 'valibot';
import { chosenName, given, Identifier, integer, JsonObject } from '../schema.ts';
import { ConnectorName } from '../vocabulary/connectors.ts';

/** Connectors that verify, tax or keep cards, and take no payments that could be routed. */
const unroutable: ReadonlySet<ConnectorName> = new Set<ConnectorName>([
  'gpayments',
  'hyperswitch_vault',
  'taxjar',
  'tokenex',
  'vgs',
]);

/** A connector that payments and payouts may be routed to. */
export const RoutableConnector = v.picklist(
  ConnectorName.options.filter((name) => !unroutable.has(name)),
);

/** Where a payment may go: a connector by name, or one of its accounts. Answered as it was given. */
export const RoutableChoice = v.union([
  RoutableConnector,
  v.object({ connector: RoutableConnector, merchant_connector_id: v.nullish(Identifier, null) }),
]);
export type RoutableChoice = v.InferOutput<typeof RoutableChoice>;

/** A connector and how much of the traffic is its, against the sum of all shares. */
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

/** Which connectors a single payment or payout is to take, best first: everything but a program. */
export const StraightThroughRouting = v.variant('type', [Single, Priority, VolumeSplit]);
export type StraightThroughRouting = v.InferOutput<typeof StraightThroughRouting>;

/** What a rule leads to. */
export const ConnectorSelection = v.variant('type', [Priority, VolumeSplit]);
export type ConnectorSelection = v.InferOutput<typeof ConnectorSelection>;

export const ComparisonType = v.picklist([
  'equal',
  'not_equal',
  'less_than',
  'less_than_equal',
  'greater_than',
  'greater_than_equal',
]);

/** Amounts are in minor units. */
const Minor = integer(0, Number.MAX_SAFE_INTEGER);

/** What a fact of a payment is compared with. */
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
export type RuleValue = v.InferOutput<typeof RuleValue>;

/**
 * One comparison. Whether we know its left side, and whether operator and value suit it, is looked at
 * when a payment is routed: so a program that says more than we understand can be stored.
 */
export const Comparison = v.object({
  lhs: v.string(),
  comparison: ComparisonType,
  value: RuleValue,
  metadata: JsonObject,
});
export type Comparison = v.InferOutput<typeof Comparison>;

/** All of `condition` holds, and one of `nested`, where there are any. */
export interface RuleStatement {
  readonly condition: Comparison[];
  readonly nested?: RuleStatement[] | null | undefined;
}

export const RuleStatement: v.GenericSchema<unknown, RuleStatement> = v.object({
  condition: v.array(Comparison),
  nested: given(v.array(v.lazy(() => RuleStatement))),
});

const rule = { name: chosenName(255), statements: v.array(RuleStatement) };

/** A rule; what it leads to may be called `routingOutput` as well. */
const Rule = v.union([
  v.object({ ...rule, connectorSelection: ConnectorSelection }),
  v.pipe(
    v.object({ ...rule, routingOutput: ConnectorSelection }),
    v.transform(({ routingOutput, ...rest }) => ({ ...rest, connectorSelection: routingOutput })),
  ),
]);

/** Rules, the first of which that holds decides, and what holds without any. */
export const RoutingProgram = v.object({
  defaultSelection: ConnectorSelection,
  rules: v.array(Rule),
  metadata: JsonObject,
});
export type RoutingProgram = v.InferOutput<typeof RoutingProgram>;

/** How a profile's payments or payouts are spread over its connector accounts. */
export const RoutingAlgorithm = v.variant('type', [
  Single,
  Priority,
  VolumeSplit,
  v.object({ type: v.literal('advanced'), data: RoutingProgram }),
]);
export type RoutingAlgorithm = v.InferOutput<typeof RoutingAlgorithm>;

/** Every choice that an algorithm may come to, in the order in which they are written. */
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

/** The connector that a choice names, and the account, where it names one. */
export const connectorOf = (
  choice: RoutableChoice,
): { readonly connector: ConnectorName; readonly accountId?: string } => {
  if (typeof choice === 'string') return { connector: choice };
  const { connector, merchant_connector_id: accountId } = choice;
  return { connector, ...(accountId !== null && { accountId }) };
};

/** How a choice is told in an error: `connector`, or `connector:account`. */
export const choiceKey = (choice: RoutableChoice): string => {
  const { connector, accountId } = connectorOf(choice);
  return accountId === undefined ? connector : `${connector}:${accountId}`;
};
