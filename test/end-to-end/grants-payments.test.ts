import { grantParts } from '../support/grant-parts.ts';
import { useEveryGrant } from '../support/use-every-grant.ts';

await useEveryGrant(grantParts.payments);
