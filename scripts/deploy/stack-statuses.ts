import type { StackStatus } from '@aws-sdk/client-cloudformation';

/**
 * The action of a deployment for a stack in a status:
 *
 * - `deploy`: the stack is there, and can be changed;
 * - `create`: it was never completed. CloudFormation creates it, or the CDK deletes it before;
 * - `wait`: CloudFormation is at work on it, and refuses another change until it is done. The waiter is
 *   that of `aws cloudformation wait`, where one fits;
 * - `mend`: it cannot be changed before a person ran these commands, in which STACK is its name.
 */
type Answer =
  | { readonly do: 'deploy' | 'create' }
  | { readonly do: 'wait'; readonly waiter?: string }
  | { readonly do: 'mend'; readonly why: string; readonly commands: readonly string[] };

const events =
  'aws cloudformation describe-stack-events --stack-name STACK --query "StackEvents[?ends_with(ResourceStatus, \'FAILED\')].[LogicalResourceId, ResourceStatusReason]"';

/**
 * Every status of CloudFormation:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html#cfn-console-view-stack-data-resources-status-codes
 */
const answers: Readonly<Record<StackStatus, Answer>> = {
  CREATE_COMPLETE: { do: 'deploy' },
  UPDATE_COMPLETE: { do: 'deploy' },
  UPDATE_ROLLBACK_COMPLETE: { do: 'deploy' },
  IMPORT_COMPLETE: { do: 'deploy' },
  IMPORT_ROLLBACK_COMPLETE: { do: 'deploy' },

  DELETE_COMPLETE: { do: 'create' },
  // A change set was made for it, by hand or by a deployment that ended, and never executed.
  REVIEW_IN_PROGRESS: { do: 'create' },
  // The CDK deletes a stack of these two statuses before it creates it anew.
  ROLLBACK_COMPLETE: { do: 'create' },
  ROLLBACK_FAILED: { do: 'create' },
  // Left so by `--no-rollback`: the CDK takes it back first, which deletes it.
  CREATE_FAILED: { do: 'create' },

  CREATE_IN_PROGRESS: { do: 'wait', waiter: 'stack-create-complete' },
  UPDATE_IN_PROGRESS: { do: 'wait', waiter: 'stack-update-complete' },
  UPDATE_COMPLETE_CLEANUP_IN_PROGRESS: { do: 'wait', waiter: 'stack-update-complete' },
  UPDATE_ROLLBACK_IN_PROGRESS: { do: 'wait', waiter: 'stack-rollback-complete' },
  UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS: { do: 'wait', waiter: 'stack-rollback-complete' },
  DELETE_IN_PROGRESS: { do: 'wait', waiter: 'stack-delete-complete' },
  IMPORT_IN_PROGRESS: { do: 'wait', waiter: 'stack-import-complete' },
  // No waiter ends well with these two.
  ROLLBACK_IN_PROGRESS: { do: 'wait' },
  IMPORT_ROLLBACK_IN_PROGRESS: { do: 'wait' },

  // Left so by `--no-rollback`.
  UPDATE_FAILED: {
    do: 'mend',
    why: 'a change of it failed, and was not taken back',
    commands: [
      'aws cloudformation rollback-stack --stack-name STACK',
      'aws cloudformation wait stack-rollback-complete --stack-name STACK',
    ],
  },
  UPDATE_ROLLBACK_FAILED: {
    do: 'mend',
    why: 'a change of it failed, and CloudFormation could not take it back. Mend what its events name, then go on with that',
    commands: [
      events,
      'aws cloudformation continue-update-rollback --stack-name STACK',
      'aws cloudformation wait stack-rollback-complete --stack-name STACK',
    ],
  },
  DELETE_FAILED: {
    do: 'mend',
    why: 'it was being deleted, and some of it could not be. CloudFormation changes it no more: delete what its events name, then the stack',
    commands: [
      events,
      'aws cloudformation delete-stack --stack-name STACK',
      'aws cloudformation wait stack-delete-complete --stack-name STACK',
    ],
  },
  IMPORT_ROLLBACK_FAILED: {
    do: 'mend',
    why: 'resources were imported into it by hand, and CloudFormation could not take that back. Its events say why; AWS Support can help',
    commands: [events],
  },
};

/** A stack of the account. */
export interface StackState {
  readonly name: string;
  readonly status: string;
}

const isStatus = (status: string): status is StackStatus => Object.hasOwn(answers, status);

/** The answer to a status. One that AWS adds later is waited for, or left to a person. */
export function answerTo(status: string): Answer {
  if (isStatus(status)) return answers[status];
  return status.endsWith('_IN_PROGRESS')
    ? { do: 'wait' }
    : { do: 'mend', why: 'this program does not know the status', commands: [events] };
}

/** Why these stacks cannot be deployed now, with the commands to run; empty where they can. */
export function hindrances(stacks: readonly StackState[], region: string): readonly string[] {
  const there = `--region ${region}`;
  const busy = stacks.filter(({ status }) => answerTo(status).do === 'wait');
  const waiting = busy.map(({ name, status }) => {
    const answer = answerTo(status);
    const waiter = answer.do === 'wait' && answer.waiter;
    return waiter
      ? `  aws cloudformation wait ${waiter} --stack-name ${name} ${there}`
      : `  aws cloudformation describe-stacks --stack-name ${name} ${there} --query "Stacks[0].StackStatus"`;
  });
  const broken = stacks.flatMap(({ name, status }) => {
    const answer = answerTo(status);
    if (answer.do !== 'mend') return [];
    const commands = answer.commands.map((one) => `  ${one.replace('STACK', name)} ${there}`);
    return [[`${name} is in ${status}: ${answer.why}.`, ...commands].join('\n')];
  });
  if (busy.length === 0) return broken;
  const named = busy.map(({ name, status }) => `${name} (${status})`).join(', ');
  return [
    [
      `CloudFormation is at work: ${named}. Another deployment or a rollback is running. Wait for it, then deploy:`,
      ...waiting,
    ].join('\n'),
    ...broken,
  ];
}
