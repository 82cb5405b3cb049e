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
  for (const { one, before } of inBatches(functions.map(createdOf))) {
    for (const earlier of before) one.addResourceDependency(earlier);
  }
  // A function's own route comes with its integration; other routes to it come after all of these.
  const ownRoutes = functions.map((fn) => [ownRouteOf(fn), ...integrationsOf(fn)]);
  const otherRoutes = functions.flatMap((fn) => {
    const own = ownRouteOf(fn);
    return routesTo(fn).flatMap((route) => (route === own ? [] : [[route]]));
  });
  for (const { one, before } of inBatches([...ownRoutes, ...otherRoutes])) {
    for (const route of before.flat().filter((earlier) => earlier instanceof CfnRoute)) {
      for (const resource of one) resource.addResourceDependency(route);
    }
  }
}

/** Each of a list with those of the batch before its own. */
const inBatches = <One>(all: readonly One[]) =>
  all.map((one, index) => {
    const start = Math.floor(index / batchSize) * batchSize;
    return { one, before: all.slice(Math.max(0, start - batchSize), start) };
  });

function createdOf({ node }: RoutedFunction): CfnResource {
  if (!(node.defaultChild instanceof CfnResource)) throw new Error(`What is ${node.path}?`);
  return node.defaultChild;
}

function ownRouteOf({ route }: RoutedFunction): CfnRoute {
  const { defaultChild } = route.node;
  if (!(defaultChild instanceof CfnRoute)) throw new Error(`What is ${route.node.path}?`);
  return defaultChild;
}

const routesTo = ({ route }: RoutedFunction): readonly CfnRoute[] =>
  route.node.findAll().filter((one) => one instanceof CfnRoute);

const integrationsOf = ({ route }: RoutedFunction): readonly CfnIntegration[] =>
  route.node.findAll().filter((one) => one instanceof CfnIntegration);
