import { App, type AppProps, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { ApiCoreStack } from './api/api-core-stack.ts';
import { ApiEdgeStack, apiFilterBodies, apiFilterRules } from './api/api-edge-stack.ts';
import { ApiStack } from './api/api-stack.ts';
import { ApiStageStack, addApiStage } from './api/api-stage-stack.ts';
import { operations, operationsByStack } from './api/deployed-operations.ts';
import { EdgeFilterStack } from './api/edge-filter-stack.ts';
import { createFewAtOnce } from './constructs/deploy-in-batches.ts';
import { countsOutcomes, type OperationFunctionProps } from './constructs/operation-function.ts';
import { suppressPciFindings } from './constructs/pci-nag-suppressions.ts';
import { tagResources } from './constructs/tags.ts';
import { DataStack } from './data/data-stack.ts';
import type { ProtectedStack } from './data/protected-stacks.ts';
import { standbyNameOf } from './data/standby-names.ts';
import { replicasIn, StandbyStack } from './data/standby-stack.ts';
import { NetworkStack, type OutgoingNetwork } from './network/network-stack.ts';
import { OpsStack } from './ops/ops-stack.ts';
import { ProbeStack } from './ops/probe-stack.ts';
import type { WatchedLogs } from './ops/widgets.ts';
import { ListsStack } from './queues/lists-stack.ts';
import { ReceiptStack } from './queues/receipt-stack.ts';
import { StreamStack } from './queues/stream-stack.ts';
import { SyncStack } from './queues/sync-stack.ts';
import { WebhookStack } from './queues/webhook-stack.ts';
import { SandboxStack } from './sandbox/sandbox-stack.ts';
import { cellOutput } from './settings/cell-output.ts';
import { connectorUrlsOf } from './settings/connector-urls.ts';
import type { Settings } from './settings/read-settings.ts';
import { recordOf } from './settings/recorded-settings.ts';
import {
  apiDomainOf,
  hasApiStageInCore,
  publicUrlOf,
  regionOf,
  restoredTableOf,
  type SettingsOfFile,
  type Stage,
  settingsOf,
  stageOf,
  stageOfProtectedStack,
  vaultDomainOf,
} from './settings/stage.ts';
import { version } from './settings/version.ts';
import { remoteVaultUsers } from './vault/remote-vault-users.ts';
import { isOfVaultAccount, type VaultAccounts, vaultAccountsOf } from './vault/vault-accounts.ts';
import { VaultEdgeStack, vaultFilterRules } from './vault/vault-edge-stack.ts';
import { VaultOpsStack } from './vault/vault-ops-stack.ts';
import { vaultJobs } from './vault/vault-roles.ts';
import { VaultStack } from './vault/vault-stack.ts';

/**
 * The whole switch as a CDK app, for the stage that the context names. Throws `WrongSettings`.
 *
 * @param ofFile the values of the settings file of a stage, which the context overrides
 * @param groups the groups of operations that the app has; tests that look at few stacks name few
 * @param release the version of this software, which is one output and decides nothing else
 */
export function switchApp(
  props: AppProps = {},
  ofFile: SettingsOfFile = () => ({}),
  groups: readonly string[] = Object.keys(operationsByStack),
  release: string = version,
): App {
  const app = new App({
    ...props,
    analyticsReporting: false,
    context: { ...cdkFlags, ...props.context },
  });
  const settings = settingsOf(app, ofFile);
  const stage = stageOf(settings);
  const accounts = vaultAccountsOf(settings);
  const cell = settings.placement?.cell;
  const named = namesOf(stage, accounts?.switch ?? cell?.account);
  const namedInVault = namesOf(stage, accounts?.vault ?? cell?.account);
  const deployment: Deployment = { app, settings, stage, groups, named, namedInVault, accounts };

  const network =
    settings.get('fixedAddress') === 'on'
      ? new NetworkStack(app, 'Network', { stage, ...named('network') }).outgoing
      : undefined;
  const data = addData(deployment);
  new CfnOutput(data, 'Version', { description: 'The version of the software', value: release });
  if (cell) new CfnOutput(data, cellOutput, { description: 'The cell', value: cell.name });
  const { key, table, files } = data;
  const adminKey = stage.sharesKeys ? data.adminKey : undefined;
  const vault = addVault(deployment, data, network);
  const vaultUsers = accounts
    ? remoteVaultUsers({
        stage,
        stack: data,
        account: accounts.vault,
        url: `https://${vaultDomainOf(settings)?.domain ?? ''}`,
      })
    : vault.users;
  const sandbox =
    stage.hasSandbox && new SandboxStack(app, 'Sandbox', { stage, key, ...named('sandbox') });
  const core = addApi(deployment, key);
  const { api } = core;
  const publicUrl = publicUrlOf(settings) ?? domainUrlOf(settings) ?? api.apiEndpoint;
  const functionProps = {
    stage,
    key,
    table,
    adminKey,
    files,
    network,
    api,
    sandboxUrl: sandbox ? sandbox.url : undefined,
    connectorUrls: connectorUrlsOf(settings, stage, sandbox ? sandbox.url : undefined),
    publicUrl,
    vaultUsers,
  };
  const workers = addWorkers(deployment, core, functionProps);
  const { deliveries } = workers.webhooks;
  const logNames = addOperations(deployment, core, { ...functionProps, deliveries });
  // On a laptop its payments would be between those of the person there.
  const isProbed = stage.hasSandbox && stage.name !== 'laptop';
  const probe = isProbed
    ? new ProbeStack(app, 'Probe', { stage, key, table, publicUrl, ...named('probe') })
    : undefined;
  addOps(deployment, { data, vault, core, logNames, probe, ...workers });
  createFewAtOnce(app);
  tagResources(app, stage, settings.get('owner'));
  suppressPciFindings(app);
  return app;
}

/** The deployment that all stacks are part of. */
interface Deployment {
  readonly app: App;
  readonly settings: Settings;
  readonly stage: Stage;
  readonly groups: readonly string[];
  /** The name of the stack of a part, and its account where the vault has one of its own. */
  readonly named: NamesOfStacks;
  /** The same for stacks of the vault. */
  readonly namedInVault: NamesOfStacks;
  readonly accounts: VaultAccounts | undefined;
}

type NamesOfStacks = (part: string) => Pick<StackProps, 'stackName' | 'env'>;

const namesOf =
  ({ name }: Stage, account: string | undefined): NamesOfStacks =>
  (part) => ({
    stackName: `turnout-${name}-${part}`,
    ...(account !== undefined && { env: { account } }),
  });

const protectedProps = ({ app, stage }: Deployment, id: ProtectedStack) => {
  const ofStack = stageOfProtectedStack(app, stage, id);
  return { stage: ofStack, terminationProtection: ofStack.refusesDeletion };
};

/** Adds the tables, keys and files, and the settings that the deployment was made with. */
function addData(deployment: Deployment): DataStack {
  const { app, settings, stage, named } = deployment;
  const replicaRegion = settings.get('replicaRegion');
  const hasWeeklyBackups = settings.get('backups') === 'weekly';
  const data = new DataStack(app, 'Data', {
    ...protectedProps(deployment, 'Data'),
    restoredTable: restoredTableOf(settings),
    hasWeeklyBackups,
    replicas: replicaRegion === undefined ? undefined : replicasIn(stage, replicaRegion),
    takesOver: settings.get('takesOverFrom') !== undefined,
    ...named('data'),
  });
  if (replicaRegion !== undefined) {
    const standby = new StandbyStack(app, 'Standby', {
      stage,
      region: replicaRegion,
      primary: { stackName: data.stackName, region: regionOf(settings, 'A replica') },
      hasWeeklyBackups,
      ...named('standby'),
      stackName: standbyNameOf(stage),
    });
    data.addStackDependency(
      standby,
      'Replicas of the table and the files need its key and bucket.',
    );
  }
  recordSettings(data, settings, 'switch');
  return data;
}

function recordSettings(stack: Stack, settings: Settings, part: 'vault' | 'switch'): void {
  const description = 'The settings of the last deployment; npx turnout deploy compares them';
  for (const [name, value] of Object.entries(recordOf(settings, part))) {
    new CfnOutput(stack, name, { description, value });
  }
}

/** Adds the vault, and with a domain the edge in front of its pages. */
function addVault(
  deployment: Deployment,
  { table, adminKey }: DataStack,
  network: OutgoingNetwork | undefined,
): VaultStack {
  const { app, settings, stage, namedInVault: named, accounts } = deployment;
  const vaultDomain = vaultDomainOf(settings);
  const vault = new VaultStack(app, 'Vault', {
    operators: accounts ? undefined : { table, adminKey },
    switchAccounts: accounts?.letIn,
    network: accounts && network ? addVaultNetwork(deployment) : network,
    ...protectedProps(deployment, 'Vault'),
    domain: vaultDomain?.domain,
    auditors: settings.get('vaultAuditors'),
    ...named('vault'),
  });
  // A deployment to the vault's account does not see the stack Data.
  if (accounts) recordSettings(vault, settings, 'vault');
  if (vaultDomain && vault.edgeSecret) {
    const region = regionOf(settings, 'A vault with a domain');
    const filter = new EdgeFilterStack(app, 'VaultFilter', {
      stage,
      region,
      part: 'vault-pages',
      rules: vaultFilterRules(),
      description: 'In front of the embedded pages of the card vault',
      // WAF's web ACLs for CloudFront are all in one Region, whichever Region their vault is in.
      ...named(`vault-filter-${region}`),
    });
    const { api, edgeSecret: secret } = vault;
    new VaultEdgeStack(app, 'VaultEdge', {
      ...vaultDomain,
      stage,
      api,
      secret,
      filter,
      secretsOf: settings.get('edgeSecretsOf'),
      ...named('vault-edge'),
    });
  }
  return vault;
}

/** Its own way out for a vault in another account, with an address of its own. */
const addVaultNetwork = ({ app, stage, namedInVault }: Deployment): OutgoingNetwork =>
  new NetworkStack(app, 'VaultNetwork', { stage, ...namedInVault('vault-network') }).outgoing;

/** Adds the HTTP API, still without routes, and the edge in front of it where there is one. */
function addApi({ app, settings, stage, named }: Deployment, key: IKey): ApiCoreStack {
  const apiDomain = apiDomainOf(settings);
  const core = new ApiCoreStack(app, 'Api', { stage, key, domain: apiDomain, ...named('api') });
  if (apiDomain && core.edgeSecret) {
    const region = regionOf(settings, 'An API with an edge');
    const filter = new EdgeFilterStack(app, 'ApiFilter', {
      stage,
      region,
      part: 'api',
      rules: apiFilterRules(),
      bodies: apiFilterBodies,
      description: 'In front of the API of the switch',
      ...named(`api-filter-${region}`),
    });
    const { domain, certificateArn } = apiDomain;
    new ApiEdgeStack(app, 'ApiEdge', {
      stage,
      domain,
      certificateArn,
      api: core.api,
      secret: core.edgeSecret,
      filter,
      secretsOf: settings.get('edgeSecretsOf'),
      ...named('api-edge'),
    });
  }
  return core;
}

function domainUrlOf(settings: Settings): string | undefined {
  const apiDomain = apiDomainOf(settings);
  return apiDomain && `https://${apiDomain.domain}`;
}

/**
 * Adds a function and a route for each operation, and the API's stage after them. Returns the names
 * of the functions' log groups, by operation.
 */
function addOperations(
  { app, stage, groups, named }: Deployment,
  core: ApiCoreStack,
  functionProps: OperationFunctionProps,
): ReadonlyMap<string, string> {
  const { unhealthy } = core;
  const logNames = new Map<string, string>();
  const routes: HttpRoute[] = [];
  const served = Object.entries(operationsByStack).filter(([group]) => groups.includes(group));
  for (const [group, ofGroup] of served) {
    const props = { operations: ofGroup, functionProps, unhealthy, ...named(`api-${group}`) };
    const { functions } = new ApiStack(app, stackId(group), props);
    for (const { node, logGroup } of functions) logNames.set(node.id, logGroup.logGroupName);
    routes.push(...functions.map(({ route }) => route));
  }
  const all = served.flatMap(([, ofGroup]) => ofGroup);
  if (hasApiStageInCore(app)) addApiStage(core, { stage, core, operations: [], routes: [] });
  else {
    const props = { stage, core, operations: all, routes, ...named('api-stage') };
    new ApiStageStack(app, 'ApiStage', props);
  }
  return logNames;
}

/** The stacks that work behind the API. */
interface Workers {
  readonly webhooks: WebhookStack;
  readonly sync: SyncStack;
  readonly stream: StreamStack;
  readonly lists: ListsStack;
  /** Where receipts are mailed. */
  readonly receipts: ReceiptStack | undefined;
}

function addWorkers(
  { app, settings, named }: Deployment,
  { unhealthy }: ApiCoreStack,
  functionProps: OperationFunctionProps & { readonly publicUrl: string },
): Workers {
  const { stage, key, table, network } = functionProps;
  const webhooks = new WebhookStack(app, 'Webhooks', {
    stage,
    key,
    table,
    network,
    ...named('webhooks'),
  });
  const { deliveries, slowDeliveries } = webhooks;
  const sync = new SyncStack(app, 'Sync', {
    ...functionProps,
    deliveries,
    unhealthy,
    ...named('sync'),
  });
  const { syncQueue } = sync;
  const from = settings.get('receiptsFrom');
  const receipts =
    from === undefined
      ? undefined
      : new ReceiptStack(app, 'Receipts', { stage, key, table, from, ...named('receipts') });
  const stream = new StreamStack(app, 'Stream', {
    stage,
    key,
    table,
    deliveries,
    slowDeliveries,
    syncQueue,
    receipts: receipts?.receipts,
    ...named('stream'),
  });
  const lists = new ListsStack(app, 'Lists', { stage, key, table, ...named('lists') });
  return { webhooks, sync, stream, lists, receipts };
}

/** The stacks that operators watch. */
interface WatchedStacks extends Workers {
  readonly data: DataStack;
  readonly vault: VaultStack;
  readonly core: ApiCoreStack;
  readonly probe: ProbeStack | undefined;
  /** The log groups of the operations' functions, by operation. */
  readonly logNames: ReadonlyMap<string, string>;
}

function addOps({ app, settings, stage, ...deployment }: Deployment, stacks: WatchedStacks) {
  const { data, vault, core, webhooks, sync, stream, lists, receipts, probe } = stacks;
  const { named, namedInVault, accounts } = deployment;
  const reported = {
    stage,
    alarmEmail: settings.get('alarmEmail'),
    runbooks: settings.get('runbooks'),
  };
  const cell = settings.placement?.cell.name;
  const jobNames = {
    'vault-jobs.sweep': vault.jobNamed('sweep').functionName,
    'vault-jobs.seal-audit': vault.jobNamed('seal-audit').functionName,
    'vault-jobs.check-pages': vault.jobNamed('check-pages').functionName,
  };
  if (accounts) {
    const vaultOps = new VaultOpsStack(app, 'VaultOps', {
      ...reported,
      terminationProtection: stageOfProtectedStack(app, stage, 'VaultOps').refusesDeletion,
      vaultKeyArns: vault.rootKeyArns,
      functionNames: jobNames,
      ...namedInVault('vault-ops'),
    });
    makeLast(app, vaultOps, isOfVaultAccount);
  }
  const ops = new OpsStack(app, 'Ops', {
    ...reported,
    cell,
    terminationProtection: stageOfProtectedStack(app, stage, 'Ops').refusesDeletion,
    key: data.key,
    apiId: core.api.apiId,
    vaultApiId: accounts ? undefined : vault.api.apiId,
    vaultKeyArns: accounts ? [] : vault.rootKeyArns,
    tableName: data.table.tableName,
    isProbed: probe !== undefined,
    groupsAlarms: settings.get('groupedAlarms') === 'on',
    hasDashboards: settings.get('dashboards') === 'on',
    hasEdge:
      (!accounts && vaultDomainOf(settings) !== undefined) ||
      apiDomainOf(settings)?.hasEdge === true,
    logs: watchedLogs(stacks, accounts ? undefined : vault),
    functionNames: {
      'queues.publish-events': stream.publishEvents.functionName,
      'queues.project-lists': lists.projectLists.functionName,
      'queues.find-due': sync.findDue.functionName,
      ...(accounts ? {} : jobNames),
      'queues.check-link-pages': sync.checkLinkPages.functionName,
    },
    queues: {
      deliveries: webhooks.deliveries,
      slowDeliveries: webhooks.slowDeliveries,
      syncs: sync.syncQueue,
      undelivered: webhooks.undelivered,
      unsettled: sync.unsettled,
      unpublished: stream.unpublished,
      unlisted: lists.unlisted,
      ...(receipts && { receipts: receipts.receipts, unsentReceipts: receipts.unsent }),
    },
    ...named('ops'),
  });
  makeLast(app, ops, (id) => !accounts || !isOfVaultAccount(id));
}

/**
 * Has a stack made after all others of its account. The CDK deletes them in the opposite order, so the
 * removal of all ends at a stack that refuses deletion before anything is deleted.
 */
function makeLast(app: App, last: Stack, isOfItsAccount: (stackId: string) => boolean): void {
  for (const other of app.node.children) {
    if (!(other instanceof Stack) || other === last || !isOfItsAccount(other.node.id)) continue;
    last.addStackDependency(other, 'It refuses deletion, so it has to be the first to be deleted.');
  }
}

/** @param vault the vault, where it is in the account of the dashboards */
function watchedLogs(stacks: WatchedStacks, vault: VaultStack | undefined): WatchedLogs {
  const { core, webhooks, sync, stream, lists, probe, logNames } = stacks;
  return {
    requests: core.accessLog.logGroupName,
    payments: ['payments.create', 'payments.confirm', 'payments.capture', 'refunds.create'].map(
      (name) => logNames.get(name) ?? '',
    ),
    processors: [
      ...askingProcessors.map(({ name }) => logNames.get(name) ?? ''),
      sync.syncPending.logGroup.logGroupName,
    ],
    syncs: sync.syncPending.logGroup.logGroupName,
    transitions: stream.publishEvents.logGroup.logGroupName,
    deliveries: webhooks.deliverWebhook.logGroup.logGroupName,
    lists: lists.projectLists.logGroup.logGroupName,
    jobs: [
      sync.findDue,
      sync.checkLinkPages,
      ...(vault ? vaultJobs.map(({ name }) => vault.jobNamed(name)) : []),
    ].map(({ logGroup }) => logGroup.logGroupName),
    vault: vault?.functions.map(({ logGroup }) => logGroup.logGroupName) ?? [],
    probe: probe?.run.logGroup.logGroupName,
  };
}

const cdkFlags = {
  // The CDK's recommended flags for a new app. Without them it behaves as version 2.0 did.
  ...recommended,
  // A template that breaks a CloudFormation rule is an error, not a warning.
  '@aws-cdk/core:validateAgainstDefaultRules': true,
  // A strong export could neither change nor go while another stack imports it.
  '@aws-cdk/core:defaultCrossStackReferences': 'weak',
};

const askingProcessors = operations.filter(countsOutcomes);

const stackId = (group: string) => `Api${group.charAt(0).toUpperCase()}${group.slice(1)}`;
