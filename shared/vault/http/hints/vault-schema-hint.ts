import type * as v from 'valibot';
import type { Hint } from '#platform/http/hints/hint.ts';
import { type OtherNames, schemaHint } from '#platform/http/hints/schema-hint.ts';
import { membersAt } from '#platform/http/hints/schema-members.ts';
import { isMissing, isUnknown } from '#platform/http/response/describe-issue.ts';
import { sayableName } from '../../field-name.ts';
import { fieldHint } from './vault-field-hint.ts';

type Issue = v.BaseIssue<unknown>;

/** Members of cards in Stripe's API and in the switch's, by the names that they have here. */
export const otherNames: OtherNames = new Map(
  Object.entries({
    number: 'card_number',
    exp_month: 'expiration_month',
    card_exp_month: 'expiration_month',
    exp_year: 'expiration_year',
    card_exp_year: 'expiration_year',
    cvc: 'service_code',
    cvv: 'service_code',
    card_cvc: 'service_code',
    name: 'cardholder_name',
    card_holder_name: 'cardholder_name',
    card_network: 'card_type',
  }),
);

/**
 * The path of the member that an issue is about, and a sentence on the right value. Repeats no value,
 * and no name that could be one.
 *
 * @param schema of the whole body or query
 * @param input the whole body or query
 */
export function vaultSchemaHint(schema: v.GenericSchema, issue: Issue, input: unknown): Hint {
  const meant = schemaFor(schema, input);
  const path = issue.path?.map(({ key }) => String(key)) ?? [];
  const hint =
    envelopeHint(meant, issue, path) ??
    schemaHint(meant, issue, otherNames).hint ??
    fieldHint(path.at(-1) ?? '', issue.message);
  const param = path.map(sayablePart).join('.');
  return { ...(param && { param }), ...(hint && { hint }) };
}

/** The schema that a lazy schema chooses for this input. */
function schemaFor(schema: v.GenericSchema, input: unknown): v.GenericSchema {
  const lazy: MaybeLazy = schema;
  return lazy.getter ? lazy.getter(input) : schema;
}

interface MaybeLazy {
  readonly type: string;
  readonly getter?: (input: unknown) => v.GenericSchema;
}

/** Places in lists are short numbers. */
const sayablePart = (part: string) => (/^\d{1,2}$/.test(part) ? part : sayableName(part));

/** For the members of an object that stand beside it, at the top of the body. */
function envelopeHint(
  schema: v.GenericSchema,
  issue: Issue,
  path: readonly string[],
): string | undefined {
  const [name = ''] = path;
  if (path.length !== 1 || isUnknown(issue) || !isMissing(issue)) return undefined;
  const members = membersAt(schema, [name]);
  const isBeside = Object.keys(Object(issue.path?.[0].input)).some((one) =>
    members.includes(otherNames.get(one) ?? one),
  );
  return isBeside ? `Put the members into an object \`${name}\`: \`{"${name}": {…}}\`.` : undefined;
}
