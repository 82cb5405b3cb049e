import {
  CfnIntegration,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type IHttpApi,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Access, FileUse } from '#platform/http/operation/access.ts';
import { isKeyless, mayBeAdmin } from '#platform/http/operation/operation.ts';
import { tableActionsOf } from '#platform/http/operation/table-actions.ts';
import { apiTimeoutMs } from '#platform/time-limits.ts';
import type { DeployedOperation } from '../api/deployed-operations.ts';
import { canBeKeptWarm, movesMoney } from '../api/gradual-operations.ts';
import type { OutgoingNetwork } from '../network/network-stack.ts';
import type { FunctionKind } from '../settings/function-memory.ts';
import type { Stage } from '../settings/stage.ts';
import type { VaultUser } from '../vault/vault-user.ts';
import type { RoutedFunction } from './deploy-in-batches.ts';
import type { TableResource } from './encrypted-table.ts';
import type { FilesResource } from './files-bucket.ts';
import { addLiveAlias } from './gradual-deployment.ts';
import { addHeadRoute } from './head-route.ts';
import { suppress } from './nag-suppressions.ts';
import { type Grant, SwitchFunction } from './switch-function.ts';

/** The properties of every operation's function. */
export interface OperationFunctionProps {
  readonly stage: Stage;
  readonly api: IHttpApi;
  readonly table: TableResource;
  readonly key: IKey;
  /** The key that operators share; undefined where each has only its own. */
  readonly adminKey?: ISecret | undefined;
  /** The files that merchants upload. */
  readonly files?: FilesResource;
  /** Base URL of the sandbox processor, where there is one. */
  readonly sandboxUrl?: string | undefined;
  /** Base URLs of connectors in place of the processors' own, as JSON. */
  readonly connectorUrls?: string | undefined;
  /** Where functions run that send requests to processors and merchants. */
  readonly network?: OutgoingNetwork | undefined;
  /** The queue of webhooks that the sandbox processor will send. */
  readonly notifications?: IQueue;
  /** The queue where each webhook's delivery begins. */
  readonly deliveries?: IQueue;
  /** Base URL at which customers and processors reach the switch. */
  readonly publicUrl?: string;
  /**
   * The functions of the switch that the vault lets in, by name, with the roles that the vault
   * stack made for them, or their grants on a vault in another account.
   */
  readonly vaultUsers?: ReadonlyMap<string, VaultUser>;
}

/** One operation as one Lambda and one route. */
export class OperationFunction extends SwitchFunction implements RoutedFunction {
  readonly route: HttpRoute;
  /** Where the route leads if the operation moves money; otherwise it leads to the newest code. */
  readonly alias: Alias | undefined;

  constructor(scope: Construct, operation: DeployedOperation, props: OperationFunctionProps) {
    const { stage, key, api } = props;
    const user = props.vaultUsers?.get(operation.name);
    if (operation.access.vault && !user) {
      throw new Error(`${operation.name} uses the vault, which does not know it.`);
    }
    const sends = sendsRequests(operation);
    const keepWarm = canBeKeptWarm(operation) ? stage.keepWarm : 0;
    super(scope, operation.name, {
      stage,
      key,
      isKeyless: isKeyless(operation),
      keepWarm,
      bundle: operation.name.replace('.', '/'),
      description: `${operation.summary}. ${operation.impact}`.slice(0, 256),
      kind: kindOf(operation),
      network: sends ? props.network : undefined,
      ...(countsOutcomes(operation) && { counted: 'connector outcome' }),
      grants: [...grantsFor(operation, props), ...(user?.grants ?? [])],
      environment: { ...environmentFor(operation, props), ...user?.environment },
      ...(user && {
        functionName: user.functionName,
        ...(user.role ? { role: user.role } : { roleName: user.functionName }),
      }),
    });
    if (user?.findings) suppress(scope.node.findChild(`${operation.name}Role`), user.findings);
    this.alias = movesMoney(operation) ? addLiveAlias(this, { keepWarm }) : undefined;
    this.route = new HttpRoute(scope, `${operation.name}Route`, {
      httpApi: api,
      routeKey: HttpRouteKey.with(operation.path, HttpMethod[operation.method]),
      integration: new HttpLambdaIntegration(`${operation.name}Integration`, this.alias ?? this),
    });
    for (const child of this.route.node.findAll()) {
      if (child instanceof CfnIntegration) child.timeoutInMillis = apiTimeoutMs;
    }
    addHeadRoute(this.route, operation);
    // Behind an edge each route has the API's authorizer, so there is nothing to state.
    if (!api.defaultAuthorizer) {
      suppress(this.route, { 'AwsSolutions-APIG4': noAuthorizerReason(operation) });
    }
    if (operation.access.files && props.files) {
      suppress(scope.node.findChild(`${operation.name}Role`), {
        [props.files.findingId]: 'Files get their names when they are made, below MERCHANT/.',
      });
    }
  }
}

function noAuthorizerReason({ auth }: DeployedOperation) {
  if (auth === 'none') return 'It is public: its answer needs no key.';
  if (auth === 'processor key') return 'Any key is valid: it selects a ledger of test payments.';
  return 'The function reads the key on every request, so no cache accepts a revoked one.';
}

/** Whether a merchant's key may call it, so that the request counts towards the merchant's rate. */
const countsForMerchant = ({ auth }: DeployedOperation) =>
  auth !== 'none' && auth !== 'admin key' && auth !== 'processor key';

const takesOperators = ({ auth }: DeployedOperation) => mayBeAdmin(auth);

/** Reads operators' keys, and notes when each was used. */
export const operatorKeyGrant = (table: TableResource): Grant => ({
  actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
  resources: [table.tableArn],
  conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['OPERATOR_KEYS'] } },
});

/**
 * Reads and changes the states of processors, which all functions that ask them share.
 *
 * @param others the actions that the function may do on the whole table anyway
 */
export const processorsGrant = (table: TableResource, others: ReadonlySet<string>): Grant[] => {
  const missing = (['BatchGetItem', 'UpdateItem'] as const).filter((one) => !others.has(one));
  const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['PROCESSOR#*'] } };
  const actions = missing.map((action) => `dynamodb:${action}`);
  return actions.length > 0 ? [{ actions, resources: [table.tableArn], conditions }] : [];
};

/** Whether it asks processors for an account that exists: only these have a state. */
const asksForAccounts = ({ access, name }: DeployedOperation) =>
  access.connectors === true && name !== 'connector-accounts.check-credentials';

const fileActions: Readonly<Record<FileUse, string>> = {
  write: 's3:PutObject',
  read: 's3:GetObject',
  delete: 's3:DeleteObject',
};

function grantsFor(operation: DeployedOperation, props: OperationFunctionProps): Grant[] {
  const { access } = operation;
  const { table, adminKey, key, notifications, deliveries, files } = props;
  const grants: Grant[] = [];
  const onTable = [...tableActionsOf(operation)];
  if (onTable.length > 0) {
    grants.push({
      actions: onTable.map((action) => `dynamodb:${action}`),
      resources: [table.tableArn],
    });
  }
  for (const index of access.indexes ?? []) {
    grants.push({ actions: ['dynamodb:Query'], resources: [`${table.tableArn}/index/${index}`] });
  }
  if (takesOperators(operation)) {
    grants.push(operatorKeyGrant(table));
    if (adminKey) {
      grants.push({ actions: ['secretsmanager:GetSecretValue'], resources: [adminKey.secretArn] });
    }
  }
  if (props.stage.merchantRate && countsForMerchant(operation)) {
    grants.push({
      actions: ['dynamodb:UpdateItem', 'dynamodb:BatchGetItem'],
      resources: [table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['MERCHANT#*#RATE#*'] } },
    });
  }
  if (asksForAccounts(operation)) {
    grants.push(...processorsGrant(table, tableActionsOf(operation)));
  }
  grants.push(...secretGrants(access, key));
  if (access.files && files) {
    grants.push({
      actions: access.files.map((use) => fileActions[use]),
      resources: [files.filesArn],
    });
  }
  if (access.queue && deliveries) {
    grants.push({ actions: ['sqs:GetQueueAttributes'], resources: [deliveries.queueArn] });
  }
  if (access.notifies && notifications) {
    grants.push({ actions: ['sqs:SendMessage'], resources: [notifications.queueArn] });
  }
  return grants;
}

/** Use of the key for merchants' own keys, which are always bound to their merchant. */
export function secretGrants({ secrets = [] }: Pick<Access, 'secrets'>, key: IKey): Grant[] {
  const actions = [
    ...(secrets.includes('make key') ? ['kms:GenerateDataKey'] : []),
    ...(secrets.includes('use key') ? ['kms:Decrypt'] : []),
  ];
  const conditions = { StringLike: { 'kms:EncryptionContext:merchant_id': '*' } };
  return actions.length > 0 ? [{ actions, resources: [key.keyArn], conditions }] : [];
}

/**
 * Whether the answers of processors to it are counted. Answers about the settings of an account or
 * the bank accounts of a customer say nothing of payments, and one query of Logs Insights reads 50
 * log groups.
 */
export const countsOutcomes = ({
  name,
  access,
}: Pick<DeployedOperation, 'name' | 'access'>): boolean =>
  access.connectors === true && !/^(?:connector-accounts|payment-methods)\./.test(name);

const usesTable = (operation: DeployedOperation) =>
  tableActionsOf(operation).size > 0 || takesOperators(operation);

function environmentFor(operation: DeployedOperation, props: OperationFunctionProps) {
  const { access } = operation;
  const { stage, table, adminKey, key, sandboxUrl, publicUrl, notifications } = props;
  const { connectorUrls, deliveries } = props;
  const knowsSandbox = access.connectors || access.sandbox;
  return {
    KEY_ENVIRONMENT: stage.keyEnvironment,
    ...(usesTable(operation) && { TABLE_NAME: table.tableName }),
    ...(takesOperators(operation) && adminKey && { ADMIN_KEY_SECRET: adminKey.secretArn }),
    ...(access.secrets && { MERCHANT_KEY_ARN: key.keyArn }),
    ...(access.files && props.files && { FILES_BUCKET: props.files.bucketName }),
    ...(knowsSandbox && sandboxUrl && { SANDBOX_URL: sandboxUrl }),
    ...(access.connectors && connectorUrls && { CONNECTOR_URLS: connectorUrls }),
    ...(asksForAccounts(operation) && { CONCURRENCY: String(stage.accountConcurrency) }),
    ...(access.notifies && notifications && { NOTIFICATION_QUEUE_URL: notifications.queueUrl }),
    ...(access.queue && deliveries && { DELIVERY_QUEUE_URL: deliveries.queueUrl }),
    ...(access.refundLimits && {
      REFUND_LIMIT: String(stage.refunds.most),
      REFUND_DAYS: String(stage.refunds.days),
    }),
    ...(stage.merchantRate &&
      countsForMerchant(operation) && { MERCHANT_RATE: String(stage.merchantRate) }),
    ...(access.publicUrl && publicUrl && { PUBLIC_URL: publicUrl }),
    // On a laptop, also the functions that only store an address must know that it may be the
    // laptop's.
    ...((access.connectors || access.webhooks || stage.loopbackAllowed) && {
      LOOPBACK_ALLOWED: String(stage.loopbackAllowed),
    }),
  };
}

const sendsRequests = ({ access }: DeployedOperation) =>
  access.connectors === true || access.webhooks === true;

/** A function that sends a merchant's files has them in memory, several times over. */
function kindOf(operation: DeployedOperation): FunctionKind {
  if (!sendsRequests(operation)) return 'computes';
  return operation.access.files ? 'gathers' : 'waits';
}
