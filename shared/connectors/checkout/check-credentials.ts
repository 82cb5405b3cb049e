import { credentialsCheck, shows } from '../formats/credentials-check.ts';
import { apiRequest } from './requests.ts';
import { refusalIn } from './responses.ts';

/** Searches for a payment that does not exist. */
export const checkCredentials = credentialsCheck({
  question: (account) => apiRequest('GET', 'payments?limit=1&reference=credentials', account),
  isAccepted: shows('data'),
  refusalIn,
});
