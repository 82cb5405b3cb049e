import { addToTurnout } from '#vault/switch/browser/card-form.ts';
import { Hyper } from './hyper.ts';
import { mountCheckout } from './mount-checkout.ts';

addToTurnout({ mountCheckout, Hyper });
