import { credentialsCheck, shows } from '../formats/credentials-check.ts';
import { refusalIn } from './refusals.ts';
import { apiRequest } from './requests.ts';

/** Lists the addresses for webhooks, with an access token for these credentials. */
export const checkCredentials = credentialsCheck({
  question: (account) => apiRequest('GET', 'v1/notifications/webhooks', account, 'credentials'),
  isAccepted: shows('webhooks'),
  refusalIn,
});
