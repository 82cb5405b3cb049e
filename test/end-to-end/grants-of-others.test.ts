import { grantParts } from '../support/grant-parts.ts';
import { holdGrants } from '../support/hold-grants.ts';

await holdGrants(grantParts.others);
