import { CfnResource } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute, type HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IConstruct } from 'constructs';

/** A function and the route that leads to it. */
export interface RoutedFunction extends IConstruct {
  readonly route: HttpRoute;
}

/** How many functions, and how many routes with their integrations, are created at once. */
const batchSize = 8;

/**
 * CloudFormation creates resources that do not depend on each other at once. API Gateway allows a
 * few changes of an API per second and throttles the rest. A stack of many routes then gives up and
 * rolls back. For that reason the routes of a stack, and its functions, are created in batches:
 * each batch of routes and integrations after the routes of the batch before, and each batch of
 * functions after the functions of the batch before.
 *
 * A function never waits for a route: a route leads to an alias, the alias's update policy names a
 * deployment group, and the group's role names all functions of the stack. CloudFormation refuses a
 * circle, and counts references in an update policy; the CDK and its assertions do not. See
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-updatepolicy.html
 */
export function deployInBatches(functions: readonly RoutedFunction[]): void {
  for (const [index, fn] of functions.entries()) {
    const start = Math.floor(index / batchSize) * batchSize;
    const before = functions.slice(Math.max(0, start - batchSize), start);
    const { created, routed } = resourcesOf(fn);
    for (const earlier of before.map(resourcesOf)) {
      created.addResourceDependency(earlier.created);
      for (const route of earlier.routed.filter((one) => one instanceof CfnRoute)) {
        for (const one of routed) one.addResourceDependency(route);
      }
    }
  }
}

/** A function's resource, and those of its API: its route and the route's integration. */
function resourcesOf({ node, route }: RoutedFunction) {
  if (!(node.defaultChild instanceof CfnResource)) throw new Error(`What is ${node.path}?`);
  const routed = route.node
    .findAll()
    .filter((one) => one instanceof CfnRoute || one instanceof CfnIntegration);
  return { created: node.defaultChild, routed };
}
