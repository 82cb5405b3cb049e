import { credentialsCheck, shows } from '../formats/credentials-check.ts';
import { refusalIn } from './responses.ts';
import { searchRequest } from './search.ts';

/** Searches for a payment that does not exist. */
export const checkCredentials = credentialsCheck({
  question(account) {
    const { step: _, ...request } = searchRequest('credentials', account);
    return request;
  },
  isAccepted: shows('totalCount'),
  refusalIn,
});
