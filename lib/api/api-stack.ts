import { Stack, type StackProps } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { deployInBatches } from '../constructs/deploy-in-batches.ts';
import { deployGradually } from '../constructs/gradual-deployment.ts';
import {
  OperationFunction,
  type OperationFunctionProps,
} from '../constructs/operation-function.ts';
import type { DeployedOperation } from './deployed-operations.ts';

interface ApiStackProps extends StackProps {
  readonly operations: readonly DeployedOperation[];
  readonly functionProps: OperationFunctionProps;
  /** While it is on, no new version of a function that moves money takes over. */
  readonly unhealthy: IAlarm;
}

/** One group of operations, each with a function, a role and a route. */
export class ApiStack extends Stack {
  readonly functions: readonly OperationFunction[];

  constructor(
    scope: Construct,
    id: string,
    { operations, functionProps, unhealthy, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    this.functions = operations.map(
      (operation) => new OperationFunction(this, operation, functionProps),
    );
    deployInBatches(this.functions);
    deployGradually(this, {
      stage: functionProps.stage,
      functions: this.functions.flatMap(({ alias, logGroup }) =>
        alias ? [{ alias, logGroup }] : [],
      ),
      measuredBy: 'answers',
      unhealthy,
    });
  }
}
