import * as v from 'valibot';
import type { Resource, SynthesizedApp } from './synthesized-app.ts';

/**
 * Everything that a role may do, a line for each: `dynamodb:GetItem on Data.Table.Arn`. Where another
 * stack made the role, its function's own stack gives it the rest as a policy beside it.
 */
export function grantsOf(role: Resource, beside?: Resource): readonly string[] {
  const { Policies } = v.parse(Role, role.properties);
  const documents = Policies.map(({ PolicyDocument }) => PolicyDocument);
  if (beside) {
    const { Roles, PolicyDocument } = v.parse(Policy, beside.properties);
    if (Roles[0] !== role.name) throw new Error(`${beside.name} is not of ${role.name}.`);
    documents.push(PolicyDocument);
  }
  return linesOf(documents);
}

/** The same for a role that people take, beside its trust policy. */
export const grantsOfPeople = ({ properties }: Resource): readonly string[] =>
  linesOf(
    v
      .parse(v.object({ Policies: v.array(v.object({ PolicyDocument: Document })) }), properties)
      .Policies.map(({ PolicyDocument }) => PolicyDocument),
  );

function linesOf(documents: readonly v.InferOutput<typeof Document>[]): readonly string[] {
  return documents
    .flatMap(({ Statement }) => Statement)
    .flatMap(({ Action, Resource, Condition }) =>
      Action.flatMap((action) => Resource.map((resource) => grant(action, resource, Condition))),
    )
    .sort();
}

/** Such a line. */
export const grant = (action: string, resource: string, condition?: unknown) =>
  `${action} on ${resource}${condition ? ` when ${JSON.stringify(condition)}` : ''}`;

/** The grant of every function: write its own log. */
export const ownLog = (functionName: string) => [
  grant('logs:CreateLogStream', `${functionName}Log.Arn`),
  grant('logs:PutLogEvents', `${functionName}Log.Arn`),
];

/** The condition under which a function may use the key: for one merchant, whom the log names. */
export const forOneMerchant = { StringLike: { 'kms:EncryptionContext:merchant_id': '*' } };

const oneOrMore = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (typeof value === 'string' ? [value] : value)),
);

const Document = v.object({
  Statement: v.array(
    v.strictObject({
      Action: oneOrMore,
      Effect: v.literal('Allow'),
      Resource: oneOrMore,
      Condition: v.optional(v.unknown()),
    }),
  ),
});

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
  /** Only roles that the vault's policies name have names. */
  RoleName: v.optional(v.pipe(v.string(), v.regex(/^turnout-\w+-vault-[\w-]+-<AWS::Region>$/))),
  Policies: v.array(v.object({ PolicyDocument: Document })),
});

/** A policy of exactly one role. */
const Policy = v.strictObject({
  PolicyName: v.string(),
  Roles: v.tuple([v.string()]),
  PolicyDocument: Document,
});

/**
 * A function's role, wherever it was made: beside the function, or in the vault's stack when the vault
 * lets the function in, which then has the rest in a policy beside it.
 */
export function roleOf(app: SynthesizedApp, functionName: string) {
  const own = app.resources('AWS::IAM::Role').find(({ name }) => name === `${functionName}Role`);
  if (own) return { role: own, beside: undefined };
  const [, name] = functionName.split('.');
  return {
    role: app.resource(`Vault.${name}Role`),
    beside: app.resource(`${functionName}Grants`),
  };
}

/**
 * The functions of the switch. Where a trial may be removed with the files in it, the CDK brings one of
 * its own, which runs while the stack is removed.
 */
export const ourFunctions = (app: SynthesizedApp): readonly Resource[] =>
  app.resources('AWS::Lambda::Function').filter(({ name }) => !isOfTheCdk(name));

export const isOfTheCdk = (name: string) =>
  name.startsWith('Data.CustomS3AutoDeleteObjectsCustomResourceProvider');
