import {
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  stringOf,
  stringsOf,
} from '../assembly/json.ts';
import { ownMember } from '../own-member.ts';

/** A role's request to act on a resource. The context has the values that conditions check. */
export interface AccessRequest {
  readonly action: string;
  readonly resource: string;
  readonly context?: Context;
}
export type Context = Readonly<Record<string, readonly string[] | undefined>>;

/** One statement of a policy, with its conditions parsed. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
  readonly resources: readonly string[];
  readonly notResources: readonly string[];
  readonly principals: readonly Principal[];
  readonly notPrincipals: readonly Principal[];
  readonly conditions: readonly Condition[];
}

interface Principal {
  readonly kind: string;
  readonly id: string;
}

/** A condition as the policy states it: plain data, which can be passed to another thread. */
export interface Condition {
  readonly operator: string;
  readonly key: string;
  readonly wanted: readonly string[];
}

/**
 * Reads a policy document. Throws on an unknown operator or context key: ignoring one would allow
 * calls silently.
 */
export function parsePolicy(document: Json | undefined, where: string): readonly Statement[] {
  return listOf(objectOf(document, where).Statement).map((entry) => {
    const statement = objectOf(entry, `A statement of ${where}`);
    const effect = stringOf(statement.Effect, `Effect in ${where}`);
    if (effect !== 'Allow' && effect !== 'Deny') throw new Error(`${where}: effect ${effect}?`);
    const resources = stringsOf(statement.Resource);
    for (const pattern of [...resources, ...stringsOf(statement.NotResource)]) {
      if (pattern.includes('${')) throw new Error(`${where}: policy variables are not supported.`);
    }
    return {
      effect,
      actions: stringsOf(statement.Action),
      notActions: stringsOf(statement.NotAction),
      resources,
      notResources: stringsOf(statement.NotResource),
      principals: principalsOf(statement.Principal),
      notPrincipals: principalsOf(statement.NotPrincipal),
      conditions: conditionsOf(objectOf(statement.Condition, 'Condition'), where),
    };
  });
}

/** Whether the statement covers a request with its context, for any principal. */
export const concerns = (statement: Statement, request: AccessRequest): boolean =>
  isAbout(statement, request) && holdsAll(statement.conditions, request.context ?? {});

/** Whether the statement covers this action and resource, for any principal and any context. */
export function isAbout(statement: Statement, request: AccessRequest): boolean {
  const { actions, notActions, resources, notResources } = statement;
  return (
    (actions.length > 0
      ? actions.some((pattern) => matchesAction(pattern, request.action))
      : !notActions.some((pattern) => matchesAction(pattern, request.action))) &&
    (notResources.length > 0
      ? !notResources.some((pattern) => matchesPattern(pattern, request.resource))
      : // A resource's own policy may leave the resource out: it means itself.
        resources.length === 0 ||
        resources.some((pattern) => matchesPattern(pattern, request.resource)))
  );
}

/**
 * How a resource policy's statement names a role: itself (`direct`), through its account
 * (`account`, which for an Allow only means that the role's own policies decide), or not at all.
 */
export function namesRole(statement: Statement, roleArn: string): 'direct' | 'account' | undefined {
  if (statement.notPrincipals.length > 0) {
    const spared = statement.notPrincipals.some(({ id }) => id === roleArn);
    return spared ? undefined : 'direct';
  }
  const accountId = roleArn.split(':')[4] ?? '';
  let named: 'account' | undefined;
  for (const { kind, id } of statement.principals) {
    if (kind !== 'AWS') continue;
    if (id === '*' || id === roleArn) return 'direct';
    if (id === accountId || id === `arn:aws:iam::${accountId}:root`) named = 'account';
  }
  return named;
}

export function matchesAction(pattern: string, action: string): boolean {
  return matchesPattern(pattern.toLowerCase(), action.toLowerCase());
}

/** Whether the text fits a pattern in which `*` is any text and `?` any one character. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (pattern === '*' || pattern === text) return true;
  if (!pattern.includes('*') && !pattern.includes('?')) return false;
  let expression = expressions.get(pattern);
  if (!expression) {
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.');
    expression = new RegExp(`^${source}$`, 's');
    expressions.set(pattern, expression);
  }
  return expression.test(text);
}
const expressions = new Map<string, RegExp>();

/**
 * Like a pattern, but for each part of an ARN: a wildcard in one part does not match into the next.
 */
export function matchesArn(pattern: string, arn: string): boolean {
  const patterns = arnParts(pattern);
  const parts = arnParts(arn);
  return (
    patterns.length === parts.length &&
    patterns.every((part, index) => matchesPattern(part, parts[index] ?? ''))
  );
}

function arnParts(arn: string): readonly string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
}

function principalsOf(value: Json | undefined): readonly Principal[] {
  if (value === undefined) return [];
  if (value === '*') return [{ kind: 'AWS', id: '*' }];
  return Object.entries(objectOf(value, 'Principal')).flatMap(([kind, ids]) =>
    stringsOf(ids).map((id) => ({ kind, id })),
  );
}

const operators: Record<string, (wanted: string, actual: string) => boolean> = {
  StringEquals: (wanted, actual) => wanted === actual,
  StringEqualsIgnoreCase: (wanted, actual) => wanted.toLowerCase() === actual.toLowerCase(),
  StringLike: matchesPattern,
  ArnEquals: matchesArn,
  ArnLike: matchesArn,
  Bool: (wanted, actual) => wanted.toLowerCase() === actual.toLowerCase(),
};

const negations: Record<string, string> = {
  StringNotEquals: 'StringEquals',
  StringNotEqualsIgnoreCase: 'StringEqualsIgnoreCase',
  StringNotLike: 'StringLike',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
};

/**
 * The context keys that a request may have here. Keys without a value are absent, as in the cloud.
 */
const knownKeys = new Set(
  [
    'aws:CalledVia',
    'aws:PrincipalAccount',
    'aws:PrincipalArn',
    'aws:PrincipalIsAWSService',
    'aws:PrincipalOrgID',
    'aws:RequestedRegion',
    'aws:SecureTransport',
    'aws:SourceAccount',
    'aws:SourceArn',
    'aws:ViaAWSService',
    'dynamodb:LeadingKeys',
    'kms:CallerAccount',
    'kms:EncryptionAlgorithm',
    'kms:EncryptionContextKeys',
    'kms:GrantIsForAWSResource',
    'kms:KeySpec',
    'kms:RequestAlias',
    'kms:ViaService',
    'lambda:SourceFunctionArn',
    'secretsmanager:SecretId',
    'secretsmanager:VersionStage',
    'ses:FromAddress',
  ].map((key) => key.toLowerCase()),
);

function conditionsOf(block: JsonObject, where: string): readonly Condition[] {
  return Object.entries(block).flatMap(([operator, keys]) => {
    if (!isObject(keys)) throw new Error(`${where}: condition ${operator} should be an object.`);
    return Object.entries(keys).map(([key, wanted]) => {
      const known = knownKeys.has(key.toLowerCase()) || key.startsWith('kms:EncryptionContext:');
      if (!known) throw new Error(`${where}: condition key ${key} is not supported.`);
      const { bare, compare } = operatorOf(operator);
      if (bare !== 'Null' && !compare) {
        throw new Error(`${where}: condition operator ${operator} is not supported.`);
      }
      return { operator, key, wanted: stringsOf(wanted) };
    });
  });
}

/** Whether all conditions hold for a request's context. */
export const holdsAll = (conditions: readonly Condition[], context: Context): boolean =>
  conditions.every((condition) => holds(condition, context));

/** Whether the condition holds for a request's context. */
function holds({ operator, key, wanted }: Condition, context: Context): boolean {
  const { quantifier, bare, ifExists, negated, compare } = operatorOf(operator);
  const actual = contextValue(context, key);
  if (bare === 'Null') return wanted.includes(String(actual === undefined));
  if (actual === undefined || actual.length === 0) {
    if (quantifier === 'ForAllValues') return true;
    if (quantifier === 'ForAnyValue') return false;
    // A negated comparison with an absent value is true, as IAM documents.
    return ifExists || negated;
  }
  const fits = (one: string) => wanted.some((entry) => compare?.(entry, one)) !== negated;
  return quantifier === 'ForAllValues' ? actual.every(fits) : actual.some(fits);
}

/** The parts of an operator such as `ForAnyValue:StringNotLikeIfExists`. */
function operatorOf(operator: string) {
  const [, quantifier, bare = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(.+?)(IfExists)?$/.exec(operator) ?? [];
  const positive = ownMember(negations, bare) ?? bare;
  return {
    quantifier,
    bare,
    ifExists: ifExists !== undefined,
    negated: positive !== bare,
    compare: ownMember(operators, positive),
  };
}

/** Context keys are compared case-insensitively. */
export function contextValue(context: Context, key: string): Context[string] {
  if (ownMember(context, key) !== undefined) return ownMember(context, key);
  const name = Object.keys(context).find((one) => one.toLowerCase() === key.toLowerCase());
  return name === undefined ? undefined : ownMember(context, name);
}
