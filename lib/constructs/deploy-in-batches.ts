import { type App, CfnResource, Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute, type HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IConstruct } from 'constructs';

/** A function and the route that leads to it. */
export interface RoutedFunction extends IConstruct {
  readonly route: HttpRoute;
}

/** How many functions, and how many routes with their integrations, are changed at once. */
const batchSize = 8;

/**
 * CloudFormation creates resources that do not depend on each other at once. API Gateway allows a
 * few changes of an API per second and throttles the rest. A stack of many routes then gives up and
 * rolls back. For that reason each batch of routes and integrations is created after the routes of
 * the batch before.
 *
 * A function never waits for a route: a route leads to an alias, the alias's update policy names a
 * deployment group, and the group's role names all functions of the stack. CloudFormation refuses a
 * circle, and counts references in an update policy; the CDK and its assertions do not. See
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-updatepolicy.html
 */
export function deployInBatches(functions: readonly RoutedFunction[]): void {
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

/**
 * Types of which a stack may have dozens, with the number of them that are created or changed at
 * once. IAM, Lambda, CloudWatch and CloudWatch Logs allow an account a few such changes a second, and
 * refuse the rest.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html
 */
const atOnce: Readonly<Record<string, number>> = {
  'AWS::CloudWatch::Alarm': 3,
  'AWS::IAM::Policy': batchSize,
  'AWS::IAM::Role': batchSize,
  'AWS::Lambda::Function': batchSize,
  'AWS::Logs::LogGroup': batchSize,
  'AWS::Logs::MetricFilter': 4,
};

/**
 * Makes CloudFormation create and change few resources of these types at once, in each stack of an
 * app: each waits for the one that many places before it. One dependency each keeps templates
 * small.
 *
 * A resource must not refer to a later one of its own type, directly or through others:
 * CloudFormation refuses a circle.
 */
export function createFewAtOnce(app: App): void {
  for (const stack of app.node.findAll().filter((one) => one instanceof Stack)) {
    const all = stack.node
      .findAll()
      .filter((one) => one instanceof CfnResource)
      .filter((one) => one.stack === stack);
    const byType = Map.groupBy(all, ({ cfnResourceType }) => cfnResourceType);
    for (const [type, most] of Object.entries(atOnce)) {
      const ofType = byType.get(type) ?? [];
      for (const [index, one] of ofType.slice(most).entries()) {
        const earlier = ofType[index];
        if (earlier) one.addResourceDependency(earlier);
      }
    }
  }
}

/** Each of a list with those of the batch before its own. */
const inBatches = <One>(all: readonly One[]) =>
  all.map((one, index) => {
    const start = Math.floor(index / batchSize) * batchSize;
    return { one, before: all.slice(Math.max(0, start - batchSize), start) };
  });

function ownRouteOf({ route }: RoutedFunction): CfnRoute {
  const { defaultChild } = route.node;
  if (!(defaultChild instanceof CfnRoute)) throw new Error(`What is ${route.node.path}?`);
  return defaultChild;
}

const routesTo = ({ route }: RoutedFunction): readonly CfnRoute[] =>
  route.node.findAll().filter((one) => one instanceof CfnRoute);

const integrationsOf = ({ route }: RoutedFunction): readonly CfnIntegration[] =>
  route.node.findAll().filter((one) => one instanceof CfnIntegration);
