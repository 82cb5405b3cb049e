import { Annotations, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { vaultOperations } from '../api/deployed-operations.ts';
import { vaultRates } from '../api/route-rates.ts';
import { deployInBatches } from '../constructs/deploy-in-batches.ts';
import type { TableResource } from '../constructs/encrypted-table.ts';
import { accessLog, loggedStage } from '../constructs/logged-stage.ts';
import { suppress } from '../constructs/nag-suppressions.ts';
import { allow, SwitchFunction } from '../constructs/switch-function.ts';
import { vaultAuditorRole } from '../constructs/vault-auditor.ts';
import {
  deploymentEnvironment,
  VaultFunction,
  type VaultResources,
  vaultEnvironment,
  vaultGrants,
} from '../constructs/vault-function.ts';
import { vaultRoots, vaultStorageKey } from '../constructs/vault-roots.ts';
import { vaultTables } from '../constructs/vault-tables.ts';
import type { OutgoingNetwork } from '../network/network-stack.ts';
import type { Stage } from '../settings/stage.ts';
import {
  isOfSwitch,
  type VaultJob,
  type VaultRole,
  vaultAuditor,
  vaultJobs,
  vaultRoles,
} from './vault-roles.ts';
import type { VaultUser } from './vault-user.ts';

interface VaultStackProps extends StackProps {
  readonly stage: Stage;
  /**
   * The table with the keys of operators, who create the first API key of a tenant, and the key that
   * operators share, where they share one. Undefined for a vault in an account of its own, which has
   * a key of its own for that.
   */
  readonly operators: { readonly table: TableResource; readonly adminKey: ISecret } | undefined;
  /** The numbers of the switch's accounts, where the vault is in another one. */
  readonly switchAccounts?: readonly string[] | undefined;
  /**
   * The domain at which browsers find the embedded pages, through CloudFront; undefined without
   * one.
   */
  readonly domain: string | undefined;
  /** Where functions run that send cards to processors. */
  readonly network?: OutgoingNetwork | undefined;
  /** ARNs of the roles and users that may read the audit trail. When empty, people with MFA may. */
  readonly auditors?: readonly string[];
}

/**
 * Cards, their keys, and the only functions that handle them, with an API, tables and roles of
 * their own.
 */
export class VaultStack extends Stack {
  readonly api: HttpApi;
  /** The secret that CloudFront sends to the pages, where it stands in front of them. */
  readonly edgeSecret: ISecret | undefined;
  /** Functions of the switch that the vault lets in, by name; none of another account. */
  readonly users: ReadonlyMap<string, VaultUser>;
  /** Behind its API, one for each operation. */
  readonly functions: readonly VaultFunction[];
  /** The ARNs of the root keys. */
  readonly rootKeyArns: readonly string[];
  private readonly jobs: ReadonlyMap<VaultJob['name'], SwitchFunction>;
  private readonly key: IKey;

  constructor(scope: Construct, id: string, props: VaultStackProps) {
    const { stage, operators, switchAccounts, domain, network, auditors = [], ...rest } = props;
    super(scope, id, rest);
    const roles = vaultRoles(stage, switchAccounts);
    this.key = vaultStorageKey(this, stage, roles);
    const resources = {
      tables: vaultTables(this, stage, this.key, [...roles, vaultAuditor(stage)]),
      roots: vaultRoots(this, stage, roles),
    };
    this.rootKeyArns = Object.values(resources.roots).map(({ keyArn }) => keyArn);
    suppress(resources.tables.codes, {
      'AwsSolutions-DDB3':
        'No copy of a card verification code may outlive it, so there is no recovery.',
    });
    this.edgeSecret = domain === undefined ? undefined : this.addEdgeSecret(stage);
    this.api = this.addApi(stage);
    const masterKey = this.addMasterKey(stage);
    const adminKey = operators ? operators.adminKey : this.addAdminKey(stage);
    const url = domain === undefined ? this.api.apiEndpoint : `https://${domain}`;
    const functionProps = {
      ...resources,
      stage,
      key: this.key,
      api: this.api,
      operators: operators?.table,
      sharedKeys: stage.sharesKeys ? { adminKey, masterKey } : undefined,
      edgeSecret: this.edgeSecret,
      url,
      network,
    };
    this.functions = vaultOperations.map(
      (operation) =>
        new VaultFunction(this, operation, roleOf(roles, operation.name), functionProps),
    );
    deployInBatches(this.functions);
    loggedStage(this, {
      stage,
      api: this.api,
      logGroup: accessLog(this, { stage, key: this.key }),
      rates: vaultRates(stage),
      routes: this.functions.map(({ route }) => route),
    });
    const jobs = new Map(
      vaultJobs.map((job) => [
        job.name,
        this.addJob(job, roleOf(roles, `vault-jobs.${job.name}`), { ...resources, stage, url }),
      ]),
    );
    this.jobs = jobs;
    vaultAuditorRole(this, {
      role: vaultAuditor(stage),
      audit: resources.tables.audit,
      seals: this.jobNamed('seal-audit').logGroup,
      auditors,
    });
    this.users = new Map(
      roles
        .filter((role) => isOfSwitch(role) && role.accounts === undefined)
        .map((role) => [role.functionName, this.addUser(role, { ...resources, url })]),
    );
    this.outputPagesEdge(stage, domain);
  }

  /** The function of a job; throws when there is none. */
  jobNamed(name: VaultJob['name']): SwitchFunction {
    const job = this.jobs.get(name);
    if (!job) throw new Error(`The vault has no job ${name}.`);
    return job;
  }

  private addApi(stage: Stage): HttpApi {
    const { key } = this;
    const unrecognized = new SwitchFunction(this, 'vault.not-found', {
      stage,
      key,
      bundle: 'vault/not-found',
      description: 'Answers unknown routes and methods of the vault.',
      isKeyless: true,
    });
    const api = new HttpApi(this, 'Api', {
      apiName: `turnout-${stage.name}-vault`,
      description: 'The card vault',
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('UnrecognizedIntegration', unrecognized),
    });
    suppress(api, {
      'AwsSolutions-APIG4':
        'The default route reveals nothing: it only answers that the route is unknown.',
    });
    new CfnOutput(this, 'Url', { value: api.apiEndpoint });
    return api;
  }

  private addMasterKey(stage: Stage): ISecret {
    const secret = new Secret(this, 'MasterKey', {
      description:
        'The first API key of the deployment’s own tenant. A new value put here is valid within a minute.',
      encryptionKey: this.key,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.removalPolicy,
    });
    new CfnOutput(this, 'MasterKeySecret', {
      description: 'The secret that holds the first API key of the vault',
      value: secret.secretArn,
    });
    suppress(secret, {
      'AwsSolutions-SMG4':
        'Only people hold the master key, so only people can rotate it: no schedule.',
    });
    return secret;
  }

  /** The vault's own counterpart of the switch's key of operators, where that is out of reach. */
  private addAdminKey(stage: Stage): ISecret {
    const secret = new Secret(this, 'AdminKey', {
      description:
        'The key with which operators of the vault create the first API key of a tenant. A new value put here is valid within a minute.',
      encryptionKey: this.key,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.removalPolicy,
    });
    new CfnOutput(this, 'AdminKeySecret', {
      description: 'The secret that holds the key of the vault’s operators',
      value: secret.secretArn,
    });
    suppress(secret, {
      'AwsSolutions-SMG4': 'Only people hold the key, so only people can rotate it: no schedule.',
    });
    return secret;
  }

  private addEdgeSecret(stage: Stage): ISecret {
    const secret = new Secret(this, 'EdgeSecret', {
      description:
        'The secret that CloudFront sends to the pages. After a change, deploy the edge again.',
      encryptionKey: this.key,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.removalPolicy,
    });
    suppress(secret, {
      'AwsSolutions-SMG4':
        'A deployment hands it to CloudFront, so only a deployment can rotate it.',
    });
    return secret;
  }

  private addJob(
    { name, description, everyMinutes, timeoutSeconds, kind, fetchesPages = false }: VaultJob,
    role: VaultRole,
    { stage, url, ...resources }: VaultResources & { readonly stage: Stage; readonly url: string },
  ): SwitchFunction {
    const work = new SwitchFunction(this, role.functionName, {
      stage,
      key: this.key,
      bundle: `vault-jobs/${name}`,
      kind,
      description,
      timeout: Duration.seconds(timeoutSeconds),
      roleName: role.roleName,
      functionName: role.roleName,
      grants: vaultGrants(role, resources),
      environment: {
        ...deploymentEnvironment(stage),
        ...(fetchesPages && { VAULT_URL: url }),
        ...vaultEnvironment(role, resources),
      },
    });
    new Rule(this, `${name}Rule`, {
      description,
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      // The next run replaces a failed one.
      targets: [new LambdaFunction(work, { retryAttempts: 0 })],
    });
    return work;
  }

  /** The role of a function of the switch. The function's own stack adds its other permissions. */
  private addUser(
    role: VaultRole,
    { url, ...resources }: VaultResources & { readonly url: string },
  ): VaultUser {
    const made = new Role(this, `${role.functionName}Role`, {
      roleName: role.roleName,
      description: `Permissions of ${role.functionName} on the vault, and its other ones.`,
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Vault: new PolicyDocument({ statements: vaultGrants(role, resources).map(allow) }),
      },
    });
    const environment = {
      ...(role.access.formUrl && { VAULT_URL: url }),
      ...vaultEnvironment(role, resources),
    };
    return { role: made, functionName: role.roleName, environment };
  }

  /** Warns the operator at each deployment while nothing stands in front of the pages. */
  private outputPagesEdge(stage: Stage, domain: string | undefined) {
    if (domain !== undefined) {
      new CfnOutput(this, 'EmbeddedPagesEdge', { value: `https://${domain}` });
      return;
    }
    new CfnOutput(this, 'EmbeddedPagesEdge', { value: noEdgeWarning });
    if (stage.name !== 'laptop') {
      Annotations.of(this).addInfo(`EmbeddedPagesEdge: ${noEdgeWarning}`);
    }
  }
}

const noEdgeWarning =
  'OPEN: no domain is configured, the embedded pages are reached directly, without CloudFront and ' +
  'WAF in front of them. Deploy with -c vaultDomain=… -c vaultCertificateArn=… to close this.';

function roleOf(roles: readonly VaultRole[], functionName: string): VaultRole {
  const role = roles.find((one) => one.functionName === functionName);
  if (!role) throw new Error(`No role is declared for ${functionName}.`);
  return role;
}
