import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Operation } from '../shared/http/operation.ts';
import { deployInBatches } from './constructs/deploy-in-batches.ts';
import { OperationFunction, type OperationFunctionProps } from './constructs/operation-function.ts';

interface ApiStackProps extends StackProps {
  readonly operations: readonly Operation[];
  readonly functionProps: OperationFunctionProps;
}

/** One group of operations, each with a function, a role and a route. */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { operations, functionProps, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    deployInBatches(
      operations.map((operation) => new OperationFunction(this, operation, functionProps)),
    );
  }
}
