import { allAbouts } from '../../shared/connectors/abouts.part.ts';
import {
  type DeploymentOfConnectors,
  featureMatrix,
} from '../../shared/feature-matrix/feature-matrix.ts';
import { retrieveFeatureMatrix } from '../../shared/feature-matrix/operations.ts';
import { implement } from '../../shared/http/implement.ts';
import { lambda } from '../../shared/http/lambda.ts';
import { environment, sandboxUrl } from '../../shared/stage.ts';

/** Tells every caller what each connector can do, from the data by which payments are routed. */
export const retrieve = implement(
  retrieveFeatureMatrix,
  async (_, { isProduction, testConnectors }: DeploymentOfConnectors) =>
    featureMatrix(allAbouts(), { isProduction, testConnectors }),
);

export const handler = lambda(retrieve, () => ({
  isProduction: environment() === 'prd',
  testConnectors: sandboxUrl() !== undefined,
}));
