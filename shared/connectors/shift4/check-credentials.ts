import { credentialsCheck, shows } from '../formats/credentials-check.ts';
import { getRequest } from './requests.ts';
import { refusalIn } from './responses.ts';

/** Lists the newest charge. */
export const checkCredentials = credentialsCheck({
  question: (account) => getRequest('charges?limit=1', account),
  isAccepted: shows('list'),
  refusalIn,
});
