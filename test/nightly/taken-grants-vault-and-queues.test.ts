import { grantParts } from '../support/grant-parts.ts';
import { verifyGrants } from '../support/verify-grants.ts';

await verifyGrants(grantParts.vaultAndQueues);
