import { drawnByDay } from '../support/drawn-by-day.ts';
import { takeGrantsAway } from '../support/take-grants-away.ts';

await takeGrantsAway(drawnByDay('taken-grants'));
