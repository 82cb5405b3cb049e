import { CfnRoute, type HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { DeployedOperation, DeployedVaultOperation } from '../api/deployed-operations.ts';
import { routeKeysOf } from '../api/route-rates.ts';

/**
 * Adds `HEAD` to a route that needs no key and answers `GET`. It leads to the same function, which
 * answers as it answers `GET`; API Gateway leaves the content out. See RFC 9110, 9.3.2.
 *
 * @throws for a construct without a route of CloudFormation
 */
export function addHeadRoute(
  route: HttpRoute,
  operation: DeployedOperation | DeployedVaultOperation,
): void {
  const { defaultChild } = route.node;
  if (!(defaultChild instanceof CfnRoute)) throw new Error(`What is ${route.node.path}?`);
  const { apiId, target, authorizationType, authorizerId } = defaultChild;
  const [, ...others] = routeKeysOf(operation);
  for (const routeKey of others) {
    new CfnRoute(route, 'Head', { apiId, routeKey, target, authorizationType, authorizerId });
  }
}
