import { createHash } from 'node:crypto';
import { Aws } from 'aws-cdk-lib';
import type { Stage } from '../settings/stage.ts';

/**
 * AWS allows no longer names for roles and CloudFront functions; other resources may have longer
 * ones.
 */
export const longestName = 64;
/** Longer than the name of any Region today. */
export const longestRegion = 16;

/**
 * The name of a resource that must be known before it exists, or that would be the same in every
 * stage and Region: `turnout-production-vault-job-sweep-eu-west-1`. Most resources need none:
 * CloudFormation then generates a unique name.
 */
export function physicalName(
  { name: stage }: Pick<Stage, 'name'>,
  part: string,
  region: string = Aws.REGION,
): string {
  const room = longestName - longestRegion - 1;
  const whole = `turnout-${stage}-${part}`;
  const bounded = whole.length <= room ? whole : `${whole.slice(0, room - 9)}-${digest(whole)}`;
  return `${bounded}-${region}`;
}

/** Distinguishes shortened names that begin alike. */
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
