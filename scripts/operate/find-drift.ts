import * as v from 'valibot';
import type { AwsCli } from './aws-cli.ts';

const Stacks = v.object({
  Stacks: v.array(v.object({ StackName: v.string(), StackStatus: v.string() })),
});
const Started = v.object({ StackDriftDetectionId: v.string() });
const Detection = v.object({
  DetectionStatus: v.picklist(['DETECTION_IN_PROGRESS', 'DETECTION_COMPLETE', 'DETECTION_FAILED']),
  DetectionStatusReason: v.optional(v.string()),
  StackDriftStatus: v.optional(v.string()),
});
const Drifts = v.object({
  StackResourceDrifts: v.array(
    v.object({
      LogicalResourceId: v.string(),
      ResourceType: v.string(),
      StackResourceDriftStatus: v.string(),
      PropertyDifferences: v.optional(
        v.array(v.object({ PropertyPath: v.string(), DifferenceType: v.string() })),
        [],
      ),
    }),
  ),
});

/** Changes that were made beside CloudFormation, and the stacks for which they are not known. */
export interface Drift {
  readonly stacks: number;
  readonly findings: readonly DriftFinding[];
}

/** A resource that differs from its template, or a stack that could not be compared. */
export type DriftFinding =
  | {
      readonly stack: string;
      /** `MODIFIED` or `DELETED`. */
      readonly status: string;
      readonly type: string;
      readonly logicalId: string;
      readonly differences: readonly { readonly path: string; readonly difference: string }[];
    }
  | { readonly stack: string; readonly status: 'NOT_COMPARED'; readonly reason: string };

/** A finding in a line. */
export function driftLine(finding: DriftFinding): string {
  const { stack, status } = finding;
  if ('reason' in finding) return `${stack}: not compared: ${finding.reason}`;
  const paths = finding.differences.map(({ path, difference }) => `${path} ${difference}`);
  return `${stack}: ${finding.type} ${finding.logicalId}: ${[status, ...paths].join(', ')}`;
}

/**
 * Compares the deployed resources of every stack of a stage with its template. A stack that is gone
 * meanwhile, or that CloudFormation cannot compare, is a finding too.
 *
 * @param regions where the stage has stacks
 */
export async function findDrift(
  stage: string,
  regions: readonly string[],
  aws: AwsCli,
  pause: (ms: number) => Promise<void>,
): Promise<Drift> {
  const started: { region: string; stack: string; detection: string }[] = [];
  for (const region of regions) {
    const asked = await aws('cloudformation', 'describe-stacks', '--region', region);
    for (const { StackName: stack } of v.parse(Stacks, asked).Stacks) {
      if (!stack.startsWith(`turnout-${stage}-`)) continue;
      const ofStack = ['--region', region, '--stack-name', stack];
      const answer = await aws('cloudformation', 'detect-stack-drift', ...ofStack);
      const { StackDriftDetectionId: detection } = v.parse(Started, answer);
      started.push({ region, stack, detection });
    }
  }
  const findings: DriftFinding[] = [];
  for (const { region, stack, detection } of started) {
    const ended = await endOf(aws, region, detection, pause);
    if (ended.DetectionStatus === 'DETECTION_FAILED') {
      const reason = ended.DetectionStatusReason ?? 'no reason given';
      findings.push({ stack, status: 'NOT_COMPARED', reason });
    }
    if (ended.StackDriftStatus !== 'DRIFTED') continue;
    const drifted = await aws(
      ...['cloudformation', 'describe-stack-resource-drifts', '--region', region],
      ...['--stack-name', stack, '--stack-resource-drift-status-filters', 'MODIFIED', 'DELETED'],
    );
    for (const one of v.parse(Drifts, drifted).StackResourceDrifts) {
      findings.push({
        stack,
        status: one.StackResourceDriftStatus,
        type: one.ResourceType,
        logicalId: one.LogicalResourceId,
        differences: one.PropertyDifferences.map(({ PropertyPath, DifferenceType }) => ({
          path: PropertyPath,
          difference: DifferenceType,
        })),
      });
    }
  }
  return { stacks: started.length, findings };
}

async function endOf(
  aws: AwsCli,
  region: string,
  detection: string,
  pause: (ms: number) => Promise<void>,
): Promise<v.InferOutput<typeof Detection>> {
  for (;;) {
    const status = v.parse(
      Detection,
      await aws(
        ...['cloudformation', 'describe-stack-drift-detection-status', '--region', region],
        ...['--stack-drift-detection-id', detection],
      ),
    );
    if (status.DetectionStatus !== 'DETECTION_IN_PROGRESS') return status;
    await pause(5_000);
  }
}
