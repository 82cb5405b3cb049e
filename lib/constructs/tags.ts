import { type App, CfnResource, TagManager, Tags } from 'aws-cdk-lib';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import type { Stage } from '../settings/stage.ts';

/**
 * Types whose tags cannot be changed once they were made, so that they have only the tag that never
 * changes: `tagUpdatable: false` in the type's schema, which AWS publishes.
 *
 * @see https://docs.aws.amazon.com/cloudformation-cli/latest/userguide/resource-type-schema.html
 */
const fixedTags = ['AWS::ApiGatewayV2::DomainName'];

/** Types that the CDK would tag, and that take no tags by AWS's published schema. */
const takesNoTags = ['AWS::CloudWatch::Dashboard'];

/** Types that the CDK makes of plain resources, which it does not tag. */
const untaggedByCdk = ['AWS::IAM::Role', 'AWS::Lambda::Function'];

/**
 * Tags everything that takes tags with the stage and the owner, so that costs can be separated. For
 * no type of ours is a changed tag a reason to replace a resource, and none publishes a function
 * anew. No tag changes with each release, since a release would then change every resource: the
 * version is an output.
 *
 * @param owner a team or a person; without one there is no tag `owner`
 */
export function tagResources(app: App, stage: Stage, owner: string | undefined): void {
  const fixed = { stage: stage.name };
  const changing = { ...(owner !== undefined && { owner }) };
  for (const [name, value] of Object.entries(fixed)) {
    Tags.of(app).add(name, value, { excludeResourceTypes: takesNoTags });
  }
  for (const [name, value] of Object.entries(changing)) {
    Tags.of(app).add(name, value, { excludeResourceTypes: [...takesNoTags, ...fixedTags] });
  }
  const tags = Object.entries({ ...fixed, ...changing }).map(([Key, Value]) => ({ Key, Value }));
  for (const resource of app.node.findAll()) {
    // Tags of a global table are those of each of its replicas.
    if (resource instanceof CfnGlobalTable) {
      const replicas = Array.isArray(resource.replicas) ? resource.replicas : [];
      for (const index of replicas.keys()) {
        resource.addPropertyOverride(`Replicas.${index}.Tags`, tags);
      }
    } else if (
      resource instanceof CfnResource &&
      untaggedByCdk.includes(resource.cfnResourceType) &&
      !TagManager.isTaggable(resource)
    ) {
      resource.addPropertyOverride('Tags', tags);
    }
  }
}
