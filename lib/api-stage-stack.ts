import { Stack, type StackProps } from 'aws-cdk-lib';
import { ApiMapping, type HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { ApiCoreStack } from './api-core-stack.ts';
import { loggedStage } from './constructs/logged-stage.ts';
import type { DeployedOperation } from './deployed-operations.ts';
import { switchRates } from './route-rates.ts';
import type { Stage } from './stage.ts';

interface ApiStageStackProps extends StackProps {
  readonly stage: Stage;
  readonly core: Pick<ApiCoreStack, 'api' | 'accessLog' | 'domainName'>;
  readonly operations: readonly DeployedOperation[];
  /** The operations' routes. */
  readonly routes: readonly HttpRoute[];
}

/**
 * The stage of the API, which serves its routes: their rates, and the log of all requests. It is
 * made after the stacks of the routes that have rates of their own.
 */
export class ApiStageStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, core, operations, routes, ...props }: ApiStageStackProps,
  ) {
    super(scope, id, props);
    const { api, accessLog: logGroup, domainName } = core;
    const rates = switchRates(stage, operations);
    const httpStage = loggedStage(this, { stage, api, logGroup, rates, routes });
    if (domainName) new ApiMapping(this, 'DomainMapping', { api, domainName, stage: httpStage });
  }
}
