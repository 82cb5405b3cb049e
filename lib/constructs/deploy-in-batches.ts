import { CfnResource } from 'aws-cdk-lib';
import { CfnRoute, type HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IConstruct } from 'constructs';

/** A function and the route that leads to it. */
export interface RoutedFunction extends IConstruct {
  readonly route: HttpRoute;
}

/** How many functions, with their integrations and routes, CloudFormation creates at once. */
const batchSize = 8;

/**
 * CloudFormation creates resources that do not depend on each other at once. API Gateway allows a
 * few changes of an API per second and throttles the rest. A stack of many routes then gives up and
 * rolls back. So the functions of a stack are created in batches, each after the routes of the
 * batch before.
 */
export function deployInBatches(functions: readonly RoutedFunction[]): void {
  for (const [index, { node }] of functions.entries()) {
    const start = Math.floor(index / batchSize) * batchSize;
    const before = functions.slice(Math.max(0, start - batchSize), start);
    if (!(node.defaultChild instanceof CfnResource)) throw new Error(`What is ${node.path}?`);
    for (const { route } of before) {
      for (const child of route.node.findAll()) {
        if (child instanceof CfnRoute) node.defaultChild.addResourceDependency(child);
      }
    }
  }
}
