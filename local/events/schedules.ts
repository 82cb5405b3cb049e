import { randomUUID } from 'node:crypto';
import { account, type Deployment, type Resource } from '../assembly/deployment.ts';
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  optionalString,
  parseJson,
  stringOf,
} from '../assembly/json.ts';
import type { FunctionPool } from '../functions/function-pool.ts';
import type { FunctionAccess } from '../iam/function-access.ts';
import { policiesByRole } from '../iam/function-roles.ts';
import { concerns } from '../iam/policy.ts';
import type { Log } from '../log.ts';
import { type Schedule, scheduleExpression } from './schedule-expression.ts';

/**
 * Invokes functions according to the rules and schedules of the assembly. Returns a function that
 * stops this.
 */
export function startSchedules(
  deployment: Deployment,
  access: FunctionAccess,
  pool: Pick<FunctionPool, 'invoke'>,
  log: Log,
): () => void {
  const timers = new Set<NodeJS.Timeout>();

  const keep = (schedule: Schedule, fire: (time: Date) => void) => {
    const arm = (after: Date) => {
      const due = schedule(after);
      if (due) wait(due);
    };
    const wait = (due: Date) => {
      // A timer holds at most 24 days; a later time gets another timer then.
      const ms = Math.min(due.getTime() - Date.now(), 2 ** 31 - 1);
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          if (due.getTime() > Date.now() + 1) return wait(due);
          fire(due);
          arm(due);
        },
        Math.max(0, ms),
      );
      timers.add(timer);
    };
    arm(new Date());
  };

  const run = (resource: Resource, targetArn: string, event: Json, permitted: boolean) => {
    const target = access.find(targetArn);
    if (!permitted) {
      const message = `${resource.logicalId} may not invoke ${target.logicalId}.`;
      return log({ level: 'error', source: 'schedule', message });
    }
    void pool.invoke(target, JSON.stringify(event)).then((ending) => {
      if (ending.kind === 'result') return;
      log({ level: 'error', source: target.displayName, message: ending.error });
    });
  };

  for (const rule of deployment.ofType('AWS::Events::Rule')) {
    const expression = optionalString(rule.property('ScheduleExpression'));
    if (!expression || rule.property('State') === 'DISABLED') continue;
    const arn = stringOf(rule.attribute('Arn'), 'Arn');
    for (const entry of listOf(rule.property('Targets'))) {
      const target = lambdaTarget(entry, rule, log);
      if (!target) continue;
      keep(scheduleExpression(expression), (time) => {
        const event = target.input ?? scheduledEvent(arn, time, deployment.region);
        const permitted = access.permits(target.arn, 'events.amazonaws.com', arn);
        run(rule, target.arn, event, permitted);
      });
    }
  }

  const roles = policiesByRole(deployment, () => undefined);
  for (const schedule of deployment.ofType('AWS::Scheduler::Schedule')) {
    if (schedule.property('State') === 'DISABLED') continue;
    const zone = optionalString(schedule.property('ScheduleExpressionTimezone')) ?? 'UTC';
    if (!/^(Etc\/)?UTC$/.test(zone)) throw new Error(`${schedule.logicalId}: only UTC runs here.`);
    const target = lambdaTarget(schedule.property('Target'), schedule, log);
    if (!target) continue;
    const expression = stringOf(schedule.property('ScheduleExpression'), 'ScheduleExpression');
    keep(scheduleExpression(expression), () => {
      const request = { action: 'lambda:InvokeFunction', resource: target.arn };
      const spoken = (roles.get(target.roleName) ?? []).filter((one) => concerns(one, request));
      const permitted = spoken.length > 0 && spoken.every(({ effect }) => effect === 'Allow');
      run(schedule, target.arn, target.input ?? {}, permitted);
    });
  }

  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

function lambdaTarget(entry: Json | undefined, { logicalId }: Resource, log: Log) {
  const target: JsonObject = objectOf(entry, 'A target');
  const arn = stringOf(target.Arn, 'Arn');
  if (!arn.startsWith('arn:aws:lambda:')) {
    log({
      level: 'warn',
      source: 'schedule',
      message: `${logicalId}: target ${arn} is passed over.`,
    });
    return undefined;
  }
  if (target.InputTransformer !== undefined || target.InputPath !== undefined) {
    throw new Error(`${logicalId}: input transformers are not supported.`);
  }
  const input = optionalString(target.Input);
  return {
    arn,
    input: input === undefined ? undefined : parseJson(input),
    roleName: optionalString(target.RoleArn)?.split('/').at(-1) ?? '',
  };
}

const scheduledEvent = (ruleArn: string, time: Date, region: string) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account,
  time: time.toISOString().replace(/\.\d+Z$/, 'Z'),
  region,
  resources: [ruleArn],
  detail: {},
});
