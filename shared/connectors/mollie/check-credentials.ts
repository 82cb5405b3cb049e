import { credentialsCheck, shows } from '../formats/credentials-check.ts';
import { apiRequest } from './requests.ts';
import { refusalIn } from './responses.ts';

/** Lists the methods that the profile takes. */
export const checkCredentials = credentialsCheck({
  question: (account) => apiRequest('GET', `${account.urls.api}v2/methods`, account),
  isAccepted: shows('count'),
  refusalIn,
});
