import { currentTime } from '../../clock.ts';
import { log } from '../../log.ts';
import { metric } from '../../metrics.ts';
import { environment } from '../../stage.ts';
import { liveTable } from '../../table/table.ts';
import {
  type AdminKey,
  authenticator,
  type CallersMerchant,
  noAdminKey,
} from '../callers/authenticate.ts';
import { rateLimits } from '../callers/merchant-rate.ts';
import type { Implemented } from '../operation/implement.ts';
import type { Operation } from '../operation/operation.ts';
import { lambdaOver } from './lambda.ts';
import { switchPolicy } from './switch-policy.ts';

/** Operations that an operator may call get the key that operators share; the others never see it. */
type Admin<O extends Operation> = O['auth'] extends 'admin key' | 'merchant of the path'
  ? [admin: () => AdminKey]
  : [];

/**
 * Makes the Lambda handlers of operations, with everything that all routes of the switch share.
 *
 * @param merchants looks up whom a caller acts for
 */
export const lambdaFor =
  (merchants: CallersMerchant) =>
  <O extends Operation, Services, Loaded>(
    implemented: Implemented<O, Services, Loaded>,
    wire: () => Services,
    ...[admin]: Admin<O>
  ) =>
    lambdaOver(switchPolicy, implemented, wire, () => ({
      authenticator: authenticator(liveTable, admin?.() ?? noAdminKey, environment(), merchants),
      table: liveTable,
      log,
      metric,
      clock: currentTime,
      ...(process.env.MERCHANT_RATE && rateLimits(liveTable, process.env.MERCHANT_RATE, log)),
    }));
