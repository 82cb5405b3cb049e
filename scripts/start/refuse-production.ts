import type { LocalFunction } from '../../local/assembly/functions.ts';

/**
 * Throws for functions of a production stage: the laptop's keys are in a file, so no production
 * data may be encrypted with them.
 */
export function refuseProduction(functions: readonly LocalFunction[]): void {
  const one = functions.find(({ environment }) => environment.KEY_ENVIRONMENT === 'prd');
  if (!one) return;
  throw new Error(
    `${one.stackName} is of a production stage, and this machine's keys are no keys for production. ` +
      'Synthesize the laptop stage: -c stage=laptop.',
  );
}
