import { createHash } from 'node:crypto';
import { Aws } from 'aws-cdk-lib';
import type { Stage } from './stage.ts';

/** Names of roles and of CloudFront functions are no longer than this; those of other things may be. */
export const longestName = 64;
/** More than the name of any region has today. */
export const longestRegion = 16;

/**
 * The name of a thing that has to be known before the thing is made, or that would be the same in every
 * stage and region without it: `turnout-production-vault-job-sweep-eu-west-1`. Most things are better
 * off without: CloudFormation then makes a name that is unique.
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

/** Keeps what was shortened apart from what begins alike. */
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
