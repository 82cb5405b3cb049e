import { App, type AppProps, CfnOutput } from 'aws-cdk-lib';
import type { HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import type { Operation } from '#platform/http/operation.ts';
import { operationsByStack } from '../shared/operations.ts';
import { ApiCoreStack } from './api-core-stack.ts';
import { ApiEdgeStack, apiFilterBodies, apiFilterRules } from './api-edge-stack.ts';
import { ApiStack } from './api-stack.ts';
import { ApiStageStack } from './api-stage-stack.ts';
import { connectorUrlsOf } from './connector-urls.ts';
import { DataStack } from './data-stack.ts';
import { EdgeFilterStack } from './edge-filter-stack.ts';
import { ListsStack } from './lists-stack.ts';
import { NetworkStack } from './network-stack.ts';
import { OpsStack } from './ops-stack.ts';
import { suppressPciFindings } from './pci-nag-suppressions.ts';
import { ProbeStack } from './probe-stack.ts';
import { SandboxStack } from './sandbox-stack.ts';
import { recordOf } from './settings/recorded-settings.ts';
import {
  apiDomainOf,
  publicUrlOf,
  regionOf,
  restoredTableOf,
  type SettingsOfFile,
  settingsOf,
  stageOf,
  stageOfStatefulStack,
  vaultDomainOf,
} from './stage.ts';
import type { StatefulStack } from './stateful-stacks.ts';
import { StreamStack } from './stream-stack.ts';
import { SyncStack } from './sync-stack.ts';
import { tagResources } from './tags.ts';
import { VaultEdgeStack, vaultFilterRules } from './vault-edge-stack.ts';
import { VaultStack } from './vault-stack.ts';
import { WebhookStack } from './webhook-stack.ts';

/**
 * The whole switch as a CDK app, for the stage that the context names. Throws `WrongSettings`.
 *
 * @param ofFile the values of the settings file of a stage, which the context overrides
 */
export function switchApp(props: AppProps = {}, ofFile: SettingsOfFile = () => ({})): App {
  const app = new App({
    ...props,
    analyticsReporting: false,
    context: { ...cdkFlags, ...props.context },
  });
  const settings = settingsOf(app, ofFile);
  const stage = stageOf(settings);
  const named = (part: string) => ({ stackName: `turnout-${stage.name}-${part}` });
  const stateful = (id: StatefulStack) => {
    const ofStack = stageOfStatefulStack(app, stage, id);
    return { stage: ofStack, terminationProtection: ofStack.refusesDeletion };
  };

  const network =
    settings.get('fixedAddress') === 'on'
      ? new NetworkStack(app, 'Network', { stage, ...named('network') }).outgoing
      : undefined;
  const data = new DataStack(app, 'Data', {
    ...stateful('Data'),
    restoredTable: restoredTableOf(settings),
    hasWeeklyBackups: settings.get('backups') === 'weekly',
    ...named('data'),
  });
  const { key, table, adminKey, files } = data;
  const description = 'The settings of the last deployment; npm run deploy compares them';
  for (const [name, value] of Object.entries(recordOf(settings))) {
    new CfnOutput(data, name, { description, value });
  }
  const vaultDomain = vaultDomainOf(settings);
  const secretsOf = settings.get('edgeSecretsOf');
  const vault = new VaultStack(app, 'Vault', {
    adminKey,
    network,
    ...stateful('Vault'),
    domain: vaultDomain?.domain,
    auditors: settings.get('vaultAuditors'),
    ...named('vault'),
  });
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
      secretsOf,
      ...named('vault-edge'),
    });
  }
  const sandbox =
    stage.hasSandbox && new SandboxStack(app, 'Sandbox', { stage, key, ...named('sandbox') });
  const apiDomain = apiDomainOf(settings);
  const core = new ApiCoreStack(app, 'Api', { stage, key, domain: apiDomain, ...named('api') });
  const { api, unhealthy } = core;
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
      api,
      secret: core.edgeSecret,
      filter,
      secretsOf,
      ...named('api-edge'),
    });
  }
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
    publicUrl:
      publicUrlOf(settings) ?? (apiDomain ? `https://${apiDomain.domain}` : api.apiEndpoint),
    vaultUsers: vault.users,
  };
  const logNames = new Map<string, string>();
  const routes: HttpRoute[] = [];
  for (const [group, operations] of Object.entries(operationsByStack)) {
    const props = { operations, functionProps, unhealthy, ...named(`api-${group}`) };
    const { functions } = new ApiStack(app, stackId(group), props);
    for (const { node, logGroup } of functions) logNames.set(node.id, logGroup.logGroupName);
    routes.push(...functions.map(({ route }) => route));
  }
  new ApiStageStack(app, 'ApiStage', { stage, core, routes, ...named('api-stage') });
  const webhooks = new WebhookStack(app, 'Webhooks', {
    stage,
    key,
    table,
    network,
    ...named('webhooks'),
  });
  const { deliveries, slowDeliveries, undelivered } = webhooks;
  const sync = new SyncStack(app, 'Sync', {
    ...functionProps,
    deliveries,
    unhealthy,
    ...named('sync'),
  });
  const { syncQueue, unsettled } = sync;
  const stream = new StreamStack(app, 'Stream', {
    stage,
    key,
    table,
    deliveries,
    slowDeliveries,
    syncQueue,
    ...named('stream'),
  });
  const lists = new ListsStack(app, 'Lists', { stage, key, table, ...named('lists') });
  // On a laptop its payments would be between those of the person there.
  const isProbed = stage.hasSandbox && stage.name !== 'laptop';
  const { publicUrl } = functionProps;
  const probe = isProbed
    ? new ProbeStack(app, 'Probe', { stage, key, adminKey, publicUrl, ...named('probe') })
    : undefined;
  new OpsStack(app, 'Ops', {
    stage,
    key,
    apiId: api.apiId,
    vaultApiId: vault.api.apiId,
    tableName: table.tableName,
    isProbed,
    alarmEmail: settings.get('alarmEmail'),
    runbooks: settings.get('runbooks'),
    hasEdge: vaultDomain !== undefined || apiDomain?.hasEdge === true,
    logs: {
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
        ...['sweep', 'seal-audit', 'rotate-keys', 'check-pages'].map((name) =>
          vault.jobNamed(name),
        ),
      ].map(({ logGroup }) => logGroup.logGroupName),
      vault: vault.functions.map(({ logGroup }) => logGroup.logGroupName),
      probe: probe?.run.logGroup.logGroupName,
    },
    functionNames: {
      'queues.publish-events': stream.publishEvents.functionName,
      'queues.project-lists': lists.projectLists.functionName,
      'queues.find-due': sync.findDue.functionName,
      'vault-jobs.sweep': vault.jobNamed('sweep').functionName,
      'vault-jobs.seal-audit': vault.jobNamed('seal-audit').functionName,
      'vault-jobs.check-pages': vault.jobNamed('check-pages').functionName,
    },
    queues: {
      deliveries,
      slowDeliveries,
      syncs: syncQueue,
      undelivered,
      unsettled,
      unpublished: stream.unpublished,
      unlisted: lists.unlisted,
    },
    ...named('ops'),
  });
  tagResources(app, stage, settings.get('owner'));
  suppressPciFindings(app);
  return app;
}

const cdkFlags = {
  // The CDK's recommended flags for a new app. Without them it behaves as version 2.0 did.
  ...recommended,
  // A template that breaks a CloudFormation rule is an error, not a warning.
  '@aws-cdk/core:validateAgainstDefaultRules': true,
  // A strong export could neither change nor go while another stack imports it.
  '@aws-cdk/core:defaultCrossStackReferences': 'weak',
};

const allOperations: readonly Operation[] = Object.values(operationsByStack).flat();
const askingProcessors = allOperations.filter(({ access }) => access.connectors);

const stackId = (group: string) => `Api${group.charAt(0).toUpperCase()}${group.slice(1)}`;
