import { allAbouts } from '#connectors/abouts.ts';
import { lambda } from '#merchants/lambda.ts';
import {
  type DeploymentOfConnectors,
  featureMatrix,
} from '#operator/feature-matrix/feature-matrix.ts';
import { retrieveFeatureMatrix } from '#operator/feature-matrix/operations.ts';
import { implement } from '#platform/http/operation/implement.ts';
import { environment, sandboxUrl } from '#platform/stage.ts';

/**
 * Lists each connector's abilities for every caller, from the data by which payments are routed.
 */
export const retrieve = implement(
  retrieveFeatureMatrix,
  async (_, { isProduction, testConnectors }: DeploymentOfConnectors) =>
    featureMatrix(allAbouts(), { isProduction, testConnectors }),
);

export const handler = lambda(retrieve, () => ({
  isProduction: environment() === 'prd',
  testConnectors: sandboxUrl() !== undefined,
}));
