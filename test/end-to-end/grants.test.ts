import { useEveryGrant } from '../support/use-every-grant.ts';

await useEveryGrant();
