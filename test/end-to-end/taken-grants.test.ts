import { takeGrantsAway } from '../support/deployment/take-grants-away.ts';
import { drawnByDay } from '../support/runner/drawn-by-day.ts';

await takeGrantsAway(drawnByDay('taken-grants'));
