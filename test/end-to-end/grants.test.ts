import { drawnByDay } from '../support/drawn-by-day.ts';
import { useEveryGrant } from '../support/use-every-grant.ts';

await useEveryGrant(drawnByDay('grants'));
