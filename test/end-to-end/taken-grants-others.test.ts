import { drawnByDay } from '../support/drawn-by-day.ts';
import { grantParts } from '../support/grant-parts.ts';
import { takeGrantsAway } from '../support/take-grants-away.ts';

await takeGrantsAway(grantParts.others, drawnByDay('taken-grants'));
