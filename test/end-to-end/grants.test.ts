import { useEveryGrant } from '../support/deployment/use-every-grant.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';

await useEveryGrant(drawnByDay('grants'));
