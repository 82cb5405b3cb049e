import { Aws } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnIntegration, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { isKeyless } from '#platform/http/operation/operation.ts';
import { apiTimeoutMs } from '#platform/time-limits.ts';
import type { VaultTableName } from '#vault/http/vault-operation.ts';
import type { KeyClass } from '#vault/keys/key-provider.ts';
import type { DeployedVaultOperation } from '../api/deployed-operations.ts';
import type { OutgoingNetwork } from '../network/network-stack.ts';
import type { Stage } from '../settings/stage.ts';
import type { VaultRole } from '../vault/vault-roles.ts';
import type { RoutedFunction } from './deploy-in-batches.ts';
import type { TableResource } from './encrypted-table.ts';
import { addHeadRoute } from './head-route.ts';
import { suppress } from './nag-suppressions.ts';
import { operatorKeyGrant } from './operation-function.ts';
import { type Grant, SwitchFunction } from './switch-function.ts';
import { boundToTenant, rootUses } from './vault-roots.ts';

/** The tables of cards and the root keys, as grants and environments name them. */
export interface VaultResources {
  readonly tables: Readonly<
    Record<VaultTableName, { readonly tableName: string; readonly tableArn: string }>
  >;
  readonly roots: Readonly<Record<KeyClass, { readonly keyArn: string }>>;
}

/** The properties of every operation of the vault. */
export interface VaultFunctionProps extends VaultResources {
  readonly stage: Stage;
  /** Encrypts logs. */
  readonly key: IKey;
  readonly api: IHttpApi;
  /** The switch's table, with operators' keys and ranges of cards; undefined in another account. */
  readonly operators: TableResource | undefined;
  /** The key that operators share, and the first key of the deployment's own tenant. */
  readonly sharedKeys: { readonly adminKey: ISecret; readonly masterKey: ISecret } | undefined;
  /** The secret that CloudFront sends to the pages, where it stands in front of them. */
  readonly edgeSecret: ISecret | undefined;
  /** Base URL at which browsers find the pages. */
  readonly url: string;
  /** Where functions run that send cards to processors. */
  readonly network?: OutgoingNetwork | undefined;
}

/** One operation of the vault as one Lambda and one route. */
export class VaultFunction extends SwitchFunction implements RoutedFunction {
  readonly route: HttpRoute;

  constructor(
    scope: Construct,
    operation: DeployedVaultOperation,
    role: VaultRole,
    props: VaultFunctionProps,
  ) {
    const { stage, key, api } = props;
    const secrets = secretsOf(operation, props);
    const readsRanges = operation.access.cardRanges === true;
    const switchTable = takesOperators(operation) || readsRanges ? props.operators : undefined;
    super(scope, operation.name, {
      stage,
      key,
      bundle: operation.name.replace('.', '/'),
      description: `${operation.summary}. ${operation.impact}`.slice(0, 256),
      roleName: role.roleName,
      functionName: role.roleName,
      isKeyless: isKeyless(operation),
      network: operation.access.egress ? props.network : undefined,
      grants: [
        ...vaultGrants(role, props),
        ...(switchTable && takesOperators(operation) ? [operatorKeyGrant(switchTable)] : []),
        ...(switchTable && readsRanges ? [cardRangesGrant(switchTable)] : []),
        ...Object.values(secrets).map((arn) => ({
          actions: ['secretsmanager:GetSecretValue'],
          resources: [arn],
        })),
      ],
      environment: {
        ...deploymentEnvironment(stage),
        VAULT_URL: props.url,
        ...vaultEnvironment(role, props),
        ...(switchTable && { TABLE_NAME: switchTable.tableName }),
        ...secrets,
      },
    });
    this.route = new HttpRoute(scope, `${operation.name}Route`, {
      httpApi: api,
      routeKey: HttpRouteKey.with(operation.path, HttpMethod[operation.method]),
      integration: new HttpLambdaIntegration(`${operation.name}Integration`, this),
    });
    for (const child of this.route.node.findAll()) {
      if (child instanceof CfnIntegration) child.timeoutInMillis = apiTimeoutMs;
    }
    addHeadRoute(this.route, operation);
    suppress(this.route, { 'AwsSolutions-APIG4': noAuthorizerReason(operation) });
  }
}

/** Reads operators' ranges of cards. */
const cardRangesGrant = (table: TableResource): Grant => ({
  actions: ['dynamodb:BatchGetItem'],
  resources: [table.tableArn],
  conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['CARD_BIN#*'] } },
});

/** The facts about its deployment that a function of the vault reads. */
export const deploymentEnvironment = (stage: Stage) => ({
  KEY_ENVIRONMENT: stage.keyEnvironment,
  LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
});

const takesOperators = ({ auth }: Pick<DeployedVaultOperation, 'auth'>) =>
  auth === 'api key or admin key';

/** Secrets that the operation reads, by the variable that names them. */
function secretsOf(
  { auth, access }: DeployedVaultOperation,
  { sharedKeys, edgeSecret }: VaultFunctionProps,
): Readonly<Record<string, string>> {
  const takesKeys = auth === 'api key' || auth === 'api key or admin key';
  return {
    ...(takesKeys && sharedKeys && { VAULT_MASTER_KEY_SECRET: sharedKeys.masterKey.secretArn }),
    ...(takesOperators({ auth }) &&
      sharedKeys && { ADMIN_KEY_SECRET: sharedKeys.adminKey.secretArn }),
    ...(access.page && edgeSecret && { VAULT_EDGE_SECRET: edgeSecret.secretArn }),
  };
}

function noAuthorizerReason({ auth }: DeployedVaultOperation) {
  if (auth === 'none') return 'It is public: its answer needs no key.';
  if (auth === 'session token') return 'The function uses the token up, which no authorizer could.';
  return 'The function reads the key on every request, so no cache accepts a revoked one.';
}

/**
 * A role's own grants on the vault's tables and roots, which hold only inside its function. The
 * role opens nothing for a person who takes it, nor for another function that it is passed to.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/permissions-source-function-arn.html
 */
export function vaultGrants(role: VaultRole, resources: VaultResources): Grant[] {
  const ArnLike = { 'lambda:SourceFunctionArn': functionArns(role) };
  return unboundGrants(role, resources).map((grant) => ({
    ...grant,
    conditions: { ...grant.conditions, ArnLike },
  }));
}

/** The function of a role by its name, which has to be known before it exists, and its versions. */
function functionArns({ roleName }: VaultRole): string[] {
  const arn = `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${roleName}`;
  return [arn, `${arn}:*`];
}

function unboundGrants(role: VaultRole, { tables, roots }: VaultResources): Grant[] {
  const { access } = role;
  return [
    ...tableNames.flatMap((name) => {
      const actions = access.tables?.[name] ?? [];
      if (actions.length === 0) return [];
      return [
        {
          actions: actions.map((action) => `dynamodb:${action}`),
          resources: [tables[name].tableArn],
        },
      ];
    }),
    ...(access.indexes ?? []).map(({ table, index }) => ({
      actions: ['dynamodb:Query'],
      resources: [`${tables[table].tableArn}/index/${index}`],
    })),
    ...rootUses.flatMap(({ actions, classesOf }) =>
      classesOf(role).map((keyClass) => ({
        actions,
        resources: [roots[keyClass].keyArn],
        conditions: boundToTenant(keyClass),
      })),
    ),
  ];
}

/** The names of the tables and roots that a role may reach, as `liveVault` reads them. */
export function vaultEnvironment(role: VaultRole, { tables, roots }: VaultResources) {
  const { access } = role;
  const indexed = (access.indexes ?? []).map(({ table }) => table);
  const reached = tableNames.filter(
    (name) => (access.tables?.[name] ?? []).length > 0 || indexed.some((one) => one === name),
  );
  const classes = new Set<KeyClass>(rootUses.flatMap(({ classesOf }) => classesOf(role)));
  return Object.fromEntries([
    ...reached.map((name) => [`VAULT_${name.toUpperCase()}_TABLE`, tables[name].tableName]),
    ...[...classes].map((one) => [`VAULT_${one.toUpperCase()}_KEY_ARN`, roots[one].keyArn]),
  ]);
}

const tableNames: readonly VaultTableName[] = ['cards', 'codes', 'keys', 'credentials', 'audit'];
