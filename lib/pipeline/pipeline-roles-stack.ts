import { Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnOIDCProvider, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** The issuer of the tokens that GitHub gives to the jobs of workflows. */
const issuer = 'token.actions.githubusercontent.com';

/** The audience that AWS's action asks GitHub for. */
const audience = 'sts.amazonaws.com';

/** The Region in which CloudFront looks for its web ACLs. */
const filterRegion = 'us-east-1';

/**
 * The CDK's roles of a bootstrapped account. It also makes one for container images, of which there
 * are none here, and one that only CloudFormation may assume.
 */
type CdkRole = 'deploy' | 'file-publishing' | 'lookup';

export interface PipelineRolesStackProps extends StackProps {
  readonly stage: 'sandbox' | 'production';
  /**
   * The repository, as GitHub's tokens name it: `owner/name`, or `owner@1234/name@5678` where its
   * subjects are immutable, which is so for repositories made or renamed since 15 July 2026.
   */
  readonly repository: string;
  /** The branch from which is deployed. */
  readonly branch: string;
  /** Whether the account trusts GitHub already. It can do so once: by the issuer's address. */
  readonly hasProvider: boolean;
  /** Whether the stage has stacks in us-east-1, in front of the vault's pages or the API. */
  readonly hasFilter: boolean;
  /** The Region that gets copies of the data. */
  readonly replicaRegion: string | undefined;
}

/**
 * The roles of the workflows below `.github/workflows`, in the account of one stage. Jobs get them
 * for tokens that GitHub signs, so no key is stored. Each may only assume roles that the CDK's
 * bootstrap made: `read` the one for look-ups, and `deploy` also those that upload files and change
 * stacks.
 *
 * https://docs.github.com/en/actions/reference/security/oidc describes a token's subject.
 */
export class PipelineRolesStack extends Stack {
  constructor(scope: Construct, id: string, props: PipelineRolesStackProps) {
    const { stage, repository, branch, hasProvider, hasFilter, ...others } = props;
    const { replicaRegion, ...rest } = others;
    super(scope, id, rest);
    const providerArn = hasProvider
      ? `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:oidc-provider/${issuer}`
      : new CfnOIDCProvider(this, 'GitHub', {
          url: `https://${issuer}`,
          clientIdList: [audience],
        }).attrArn;
    const regions = [
      Aws.REGION,
      ...(hasFilter ? [filterRegion] : []),
      ...(replicaRegion === undefined || (hasFilter && replicaRegion === filterRegion)
        ? []
        : [replicaRegion]),
    ];

    const roleFor = (name: string, subjects: readonly string[], may: readonly CdkRole[]) => {
      const role = new Role(this, name, {
        roleName: `turnout-${stage}-pipeline-${name.toLowerCase()}`,
        description: `Assumed by jobs of ${repository}. docs/pipeline.md`,
        // The deployment of a whole production takes hours; the CDK's own roles end after one.
        maxSessionDuration: Duration.hours(name === 'Deploy' ? 4 : 1),
        assumedBy: new WebIdentityPrincipal(providerArn, {
          StringEquals: {
            [`${issuer}:aud`]: audience,
            [`${issuer}:sub`]: subjects.map((subject) => `repo:${repository}:${subject}`),
          },
        }),
      });
      role.addToPolicy(
        new PolicyStatement({
          actions: ['sts:AssumeRole'],
          resources: regions.flatMap((region) =>
            may.map(
              (one) =>
                `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-hnb659fds-${one}-role-${Aws.ACCOUNT_ID}-${region}`,
            ),
          ),
        }),
      );
      new CfnOutput(this, `${name}Role`, { value: role.roleArn });
    };

    // A pull request runs its author's code, and the role for look-ups reads nearly everything that
    // is not encrypted. For that reason production's role is for the deployed branch only.
    const main = `ref:refs/heads/${branch}`;
    roleFor('Read', stage === 'production' ? [main] : [main, 'pull_request'], ['lookup']);
    roleFor('Deploy', [`environment:${stage}`], ['deploy', 'file-publishing', 'lookup']);
  }
}
