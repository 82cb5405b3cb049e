import { App, type AppProps } from 'aws-cdk-lib';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { suppressPciFindings } from '../constructs/pci-nag-suppressions.ts';
import type { SettingsOfFile } from '../settings/stage.ts';
import { PipelineRolesStack } from './pipeline-roles-stack.ts';

/**
 * The roles of the workflows as an app of their own, so that no deployment of the switch changes them.
 * Its context names the `stage`, the `repository` and, where they differ, the `branch` and whether the
 * account has the `oidcProvider`. Throws when one of them is missing or malformed.
 *
 * @param ofFile the values of the settings file of a stage, which the context overrides: they
 *   decide whether the stage has an edge
 */
export function pipelineRolesApp(props: AppProps = {}, ofFile: SettingsOfFile = () => ({})): App {
  const app = new App({
    ...props,
    analyticsReporting: false,
    context: {
      ...recommended,
      '@aws-cdk/core:validateAgainstDefaultRules': true,
      ...props.context,
    },
  });
  const stage = stageOf(app);
  const {
    vaultDomain: domainOfFile,
    apiEdge: edgeOfFile,
    replicaRegion: ofSettings,
  } = ofFile(stage);
  const vaultDomain = given(app, 'vaultDomain') ?? domainOfFile;
  const apiEdge = given(app, 'apiEdge') ?? edgeOfFile;
  const replicaRegion = given(app, 'replicaRegion') ?? ofSettings;
  new PipelineRolesStack(app, 'PipelineRoles', {
    stage,
    repository: repositoryOf(app),
    branch: branchOf(app),
    hasProvider: hasProvider(app),
    hasFilter: vaultDomain !== undefined || apiEdge === 'on',
    replicaRegion: typeof replicaRegion === 'string' ? replicaRegion : undefined,
    stackName: `turnout-${stage}-pipeline-roles`,
  });
  suppressPciFindings(app);
  return app;
}

const given = (app: App, name: string): unknown => app.node.tryGetContext(name);

function stageOf(app: App): 'sandbox' | 'production' {
  const stage = given(app, 'stage') ?? 'sandbox';
  if (stage === 'sandbox' || stage === 'production') return stage;
  throw new Error(`There is no stage "${stage}" to deploy. Stages: sandbox, production.`);
}

/** GitHub's names, each with the number that GitHub adds to it where subjects are immutable. */
function repositoryOf(app: App): string {
  const repository = given(app, 'repository');
  const form = /^(?:[A-Za-z0-9-]+\/[\w.-]+|[A-Za-z0-9-]+@\d+\/[\w.-]+@\d+)$/;
  if (typeof repository === 'string' && form.test(repository)) return repository;
  throw new Error(
    'repository must be such as owner/name, or owner@1234/name@5678 with the numbers that GitHub gave them.',
  );
}

function branchOf(app: App): string {
  const branch = given(app, 'branch') ?? 'main';
  if (typeof branch === 'string' && /^[\w./-]+$/.test(branch)) return branch;
  throw new Error('branch must be the name of a branch, such as main.');
}

function hasProvider(app: App): boolean {
  const provider = given(app, 'oidcProvider') ?? 'new';
  if (provider === 'new' || provider === 'existing') return provider === 'existing';
  throw new Error('oidcProvider must be new, or existing where the account trusts GitHub already.');
}
