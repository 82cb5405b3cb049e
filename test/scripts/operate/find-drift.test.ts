import { driftLine, findDrift } from '../../../scripts/operate/find-drift.ts';

const stacksOf = (names: readonly string[]) => ({
  Stacks: names.map((StackName) => ({ StackName, StackStatus: 'UPDATE_COMPLETE' })),
});

/** CloudFormation with stacks, of which some drifted and some can't be compared. */
const cloudFormation =
  (asked: string[]) =>
  async (...args: readonly string[]) => {
    const option = (name: string) => args[args.indexOf(`--${name}`) + 1] ?? '';
    asked.push(args.slice(1, 4).join(' '));
    switch (args[1]) {
      case 'describe-stacks':
        return option('region') === 'us-east-1'
          ? stacksOf(['turnout-production-api-filter-us-east-1'])
          : stacksOf([
              'turnout-production-data',
              'turnout-sandbox-data',
              'turnout-production-api',
              'CDKToolkit',
            ]);
      case 'detect-stack-drift':
        return { StackDriftDetectionId: `of ${option('stack-name')}` };
      case 'describe-stack-drift-detection-status': {
        const detection = option('stack-drift-detection-id');
        if (
          detection === 'of turnout-production-data' &&
          asked.filter((one) => one.includes('status')).length < 3
        ) {
          return { DetectionStatus: 'DETECTION_IN_PROGRESS' };
        }
        if (detection.includes('filter')) {
          return {
            DetectionStatus: 'DETECTION_FAILED',
            DetectionStatusReason: 'Access denied',
            StackDriftStatus: 'UNKNOWN',
          };
        }
        const StackDriftStatus = detection.endsWith('data') ? 'DRIFTED' : 'IN_SYNC';
        return { DetectionStatus: 'DETECTION_COMPLETE', StackDriftStatus };
      }
      default:
        return {
          StackResourceDrifts: [
            {
              LogicalResourceId: 'Table',
              ResourceType: 'AWS::DynamoDB::GlobalTable',
              StackResourceDriftStatus: 'MODIFIED',
              PropertyDifferences: [{ PropertyPath: '/TimeToLive', DifferenceType: 'REMOVE' }],
            },
          ],
        };
    }
  };

it('drift detection lists the differences in each stack of the stage, in all its Regions, and the resources without a comparison', async () => {
  const asked: string[] = [];
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const regions = ['eu-west-1', 'us-east-1'];
  const { stacks, findings } = await findDrift('production', regions, cloudFormation(asked), pause);
  expect([stacks, findings.map(driftLine)]).toEqual([
    3,
    [
      'turnout-production-data: AWS::DynamoDB::GlobalTable Table: MODIFIED, /TimeToLive REMOVE',
      'turnout-production-api-filter-us-east-1: not compared: Access denied',
    ],
  ]);
  expect(findings[0]).toMatchObject({
    status: 'MODIFIED',
    logicalId: 'Table',
    differences: [{ path: '/TimeToLive', difference: 'REMOVE' }],
  });
  expect(pauses).toBe(2);
  expect(asked.filter((one) => one.startsWith('detect-stack-drift'))).toHaveLength(3);
});
