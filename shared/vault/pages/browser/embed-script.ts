import { mountCardForm } from './embed.ts';
import { addToTurnout } from './global-turnout.ts';

addToTurnout({ mountCardForm });
