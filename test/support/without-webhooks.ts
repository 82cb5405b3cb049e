import { functionNamed } from './function-names.ts';
import type { RunningSwitch } from './switch.ts';

/** While it is done nobody listens to what processors say by themselves: they have to be asked. */
export const withoutWebhooks =
  ({ assembly }: RunningSwitch, act: () => Promise<boolean>) =>
  () => {
    const grant = assembly.iam
      .grants()
      .find(
        ({ functionLogicalId, action }) =>
          functionNamed(functionLogicalId) === 'incoming-webhooks.receive' &&
          action === 'dynamodb:PutItem',
      );
    if (!grant) throw new Error('Nobody listens to processors anyway.');
    return assembly.iam.without(grant, act);
  };
