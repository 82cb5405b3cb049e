import { credentialsCheck } from '../formats/credentials-check.ts';
import { refusalIn } from './errors.ts';
import { get } from './requests.ts';

/** Asks for a payment that does not exist. A restricted key needs no further right for it. */
export const checkCredentials = credentialsCheck({
  question: (account) => get('payment_intents/pi_credentials', account),
  isAccepted: (response) =>
    response.status === 404 && refusalIn(response).code === 'resource_missing',
  refusalIn,
});
