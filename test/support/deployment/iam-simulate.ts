import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';

/**
 * The published evaluator, as `withClient` takes it: its license is not for a dependency of this
 * repository.
 */
export const iamSimulate = {
  variable: 'IAM_SIMULATE',
  holds: '@cloud-copilot/iam-simulate as `npm i` leaves it',
};

const Judged = v.looseObject({ resultType: v.literal('single'), overallResult: v.string() });
const Evaluator = v.looseObject({
  runSimulation: v.custom<(request: object, options: object) => Promise<unknown>>(
    (one) => typeof one === 'function',
  ),
});

/** A request of a role to a resource of another account, or of its own. */
export interface AskedOfIam {
  readonly role: string;
  readonly account: string;
  /** The statements of the role's own policy. */
  readonly statements: readonly object[];
  readonly action: string;
  readonly resource: string;
  readonly resourceAccount: string;
  /** A key without a policy of its own is open to no role; other resources follow the role's. */
  readonly resourcePolicy?: object | undefined;
  /** Policies of the organization for the role's account, as a role of it has them. */
  readonly serviceControlPolicies?: readonly { readonly name: string; readonly policy: object }[];
  readonly context: Readonly<Record<string, string | string[]>>;
}

export const policyDocument = (statements: readonly object[]) => ({
  Version: '2012-10-17',
  Statement: statements,
});

/**
 * Whether the evaluator allows a request. Throws for an action, a resource or a context key that AWS
 * does not have.
 *
 * @param folder where the evaluator is installed
 */
export async function isAllowedByIam(folder: string, asked: AskedOfIam): Promise<boolean> {
  const { role, account, statements, action, resource, resourceAccount, ...more } = asked;
  const { resourcePolicy, serviceControlPolicies: policies } = more;
  const { resolve } = createRequire(join(folder, 'any.js'));
  const { runSimulation } = v.parse(
    Evaluator,
    await import(pathToFileURL(resolve('@cloud-copilot/iam-simulate')).href),
  );
  const found = await runSimulation(
    {
      request: {
        principal: `arn:aws:sts::${account}:assumed-role/${role}/session`,
        action,
        resource: { resource, accountId: resourceAccount },
        contextVariables: more.context,
      },
      identityPolicies: [{ name: 'own', policy: policyDocument(statements) }],
      serviceControlPolicies: policies ? [{ orgIdentifier: 'account', policies }] : [],
      resourceControlPolicies: [],
      ...(resourcePolicy && { resourcePolicy }),
    },
    {},
  );
  return v.parse(Judged, found).overallResult === 'Allowed';
}

type Conditions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The conditions that the evaluator knows: not those on names in encryption contexts. */
export const knownConditions = (conditions: Conditions): Conditions =>
  Object.fromEntries(
    Object.entries(conditions).flatMap(([operator, keys]) => {
      const left = Object.entries(keys).filter(
        ([name]) => !name.startsWith('kms:EncryptionContext:'),
      );
      return left.length > 0 ? [[operator, Object.fromEntries(left)] as const] : [];
    }),
  );
