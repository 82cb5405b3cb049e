import * as v from 'valibot';
import { Identifier, integer, JsonObject } from '#platform/schema.ts';
import { ConnectorName } from '#vocabulary/connectors.ts';
import { orNull } from '#vocabulary/or-null.ts';
import { ruleEntries, withSelection } from './program.ts';

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

const choices = v.array(RoutableChoice);
const shares = v.array(RoutableShare);

const Priority = v.object({
  type: v.literal('priority'),
  data: v.pipe(choices, v.minLength(1, "Connectors list can't be empty for Priority Algorithm")),
});

const VolumeSplit = v.object({
  type: v.literal('volume_split'),
  data: v.pipe(shares, v.minLength(1, "Connectors list can't be empty for Volume split Algorithm")),
});

/** The routing of a single payment or payout: connectors in order or by share, but no program. */
export const StraightThroughRouting = v.variant('type', [Single, Priority, VolumeSplit]);
export type StraightThroughRouting = v.InferOutput<typeof StraightThroughRouting>;

/**
 * The connectors that a rule or a default selects. An empty list selects nothing: the profile's
 * default list goes on.
 *
 * @public
 */
export const ConnectorSelection = v.variant('type', [
  v.object({ type: v.literal('priority'), data: choices }),
  v.object({ type: v.literal('volume_split'), data: shares }),
]);
export type ConnectorSelection = v.InferOutput<typeof ConnectorSelection>;

/** A rule; `connectorSelection` may also be called `routingOutput`. */
const Rule = v.union([
  v.object({ ...ruleEntries, connectorSelection: ConnectorSelection }),
  v.pipe(
    v.object({ ...ruleEntries, routingOutput: ConnectorSelection }),
    v.transform(withSelection),
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

/**
 * Payments go where they cost least, among accounts that succeed about as often. Without
 * connectors, all the profile's accounts are meant.
 */
export const LeastCost = v.object({
  type: v.literal('least_cost'),
  data: v.strictObject({
    connectors: orNull(
      v.pipe(
        v.array(RoutableChoice),
        v.minLength(1, "Connectors list can't be empty for Least cost Algorithm"),
        v.maxLength(100, 'at most 100 connectors are allowed'),
      ),
    ),
    /** How far an account's success rate may be below the best one's. */
    success_rate_tolerance: v.nullish(
      v.pipe(
        v.number(),
        v.minValue(0, 'invalid value: expected at least 0'),
        v.maxValue(1, 'invalid value: expected at most 1'),
      ),
      0.02,
    ),
  }),
});
export type LeastCost = v.InferOutput<typeof LeastCost>;

/** Every target that an algorithm may select, in the order of the algorithm. */
export function choicesOf(algorithm: RoutingAlgorithm | LeastCost): readonly RoutableChoice[] {
  switch (algorithm.type) {
    case 'single':
      return [algorithm.data];
    case 'priority':
    case 'volume_split':
      return choicesOfSelection(algorithm);
    case 'least_cost':
      return algorithm.data.connectors ?? [];
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
