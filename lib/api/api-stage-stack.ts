import { Stack, type StackProps } from 'aws-cdk-lib';
import { ApiMapping, type HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { loggedStage } from '../constructs/logged-stage.ts';
import type { Stage } from '../settings/stage.ts';
import type { ApiCoreStack } from './api-core-stack.ts';
import type { DeployedOperation } from './deployed-operations.ts';
import { switchRates } from './route-rates.ts';

interface ApiStageProps {
  readonly stage: Stage;
  readonly core: Pick<ApiCoreStack, 'api' | 'accessLog' | 'domainName'>;
  readonly operations: readonly DeployedOperation[];
  /** The operations' routes. */
  readonly routes: readonly HttpRoute[];
}

/**
 * Adds the stage of the API, which serves its routes: their rates, and the log of all requests. It
 * has to be made after the routes that have rates of their own.
 */
export function addApiStage(
  scope: Construct,
  { stage, core, operations, routes }: ApiStageProps,
): void {
  const { api, accessLog: logGroup, domainName } = core;
  const rates = switchRates(stage, operations);
  const httpStage = loggedStage(scope, { stage, api, logGroup, rates, routes });
  if (domainName) new ApiMapping(scope, 'DomainMapping', { api, domainName, stage: httpStage });
}

/** A stack for the stage of the API: it comes after the stacks of the routes. */
export class ApiStageStack extends Stack {
  constructor(scope: Construct, id: string, props: ApiStageProps & StackProps) {
    super(scope, id, props);
    addApiStage(this, props);
  }
}
