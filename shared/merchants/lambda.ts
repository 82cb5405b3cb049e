import { lambdaFor } from '#platform/http/edge/switch-lambda.ts';
import { hasProfile, isOpenAccount } from './accounts/configuration-store.ts';

/** The Lambda handler of an operation, with everything that all routes share. */
export const lambda = lambdaFor({ isOpenAccount, hasProfile });
