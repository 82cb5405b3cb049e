import { lambdaFor } from '#platform/http/edge/switch-lambda.ts';

/** The Lambda handler of an operation of the sandbox processor, which knows no merchant. */
export const lambda = lambdaFor({
  isOpenAccount: async () => false,
  hasProfile: async () => false,
});
