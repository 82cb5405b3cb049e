import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Operation } from '../shared/http/operation.ts';
import { oneGroupAfterAnother } from './constructs/one-group-after-another.ts';
import { OperationFunction, type Surroundings } from './constructs/operation-function.ts';

interface ApiStackProps extends StackProps {
  readonly operations: readonly Operation[];
  readonly around: Surroundings;
}

/** One group of operations: a function, a role and a route for each. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, { operations, around, ...props }: ApiStackProps) {
    super(scope, id, props);
    oneGroupAfterAnother(
      operations.map((operation) => new OperationFunction(this, operation, around)),
    );
  }
}
