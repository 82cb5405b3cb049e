import * as v from 'valibot';
import type { Resource } from './synthesized-app.ts';

/** Everything that a role may do, a line for each: `dynamodb:GetItem on Data.Table.Arn`. */
export function grantsOf(role: Resource): readonly string[] {
  const { Policies } = v.parse(Role, role.properties);
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource, Condition }) =>
      Action.flatMap((action) => Resource.map((resource) => grant(action, resource, Condition))),
    )
    .sort();
}

/** Such a line. */
export const grant = (action: string, resource: string, condition?: unknown) =>
  `${action} on ${resource}${condition ? ` when ${JSON.stringify(condition)}` : ''}`;

/** What every function may do: write its own log, and its traces. X-Ray knows no resources. */
export const ownLogAndTraces = (functionName: string) => [
  grant('logs:CreateLogStream', `${functionName}Log.Arn`),
  grant('logs:PutLogEvents', `${functionName}Log.Arn`),
  grant('xray:PutTelemetryRecords', '*'),
  grant('xray:PutTraceSegments', '*'),
];

/** The condition under which a function may use the key: for one merchant, whom the log names. */
export const forOneMerchant = { StringLike: { 'kms:EncryptionContext:merchant_id': '*' } };

const oneOrMore = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (typeof value === 'string' ? [value] : value)),
);

/** A role with nothing but inline statements that allow: anything else does not parse. */
const Role = v.strictObject({
  AssumeRolePolicyDocument: v.object({
    Statement: v.tuple([
      v.strictObject({
        Action: v.literal('sts:AssumeRole'),
        Effect: v.literal('Allow'),
        Principal: v.strictObject({ Service: v.literal('lambda.amazonaws.com') }),
      }),
    ]),
  }),
  Description: v.string(),
  Policies: v.array(
    v.object({
      PolicyDocument: v.object({
        Statement: v.array(
          v.strictObject({
            Action: oneOrMore,
            Effect: v.literal('Allow'),
            Resource: oneOrMore,
            Condition: v.optional(v.unknown()),
          }),
        ),
      }),
    }),
  ),
});
