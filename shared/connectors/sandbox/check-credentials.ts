import { credentialsCheck } from '../formats/credentials-check.ts';
import { keyHeader, sandboxUrlOf } from './requests.ts';
import { errorOf } from './responses.ts';

/** Asks for a payment that does not exist. */
export const checkCredentials = credentialsCheck({
  question: (account) => ({
    method: 'GET',
    url: sandboxUrlOf(account, 'payments', 'credentials'),
    headers: keyHeader(account),
  }),
  isAccepted: (response) => response.status === 404 && errorOf(response).code === 'DC_01',
  refusalIn: errorOf,
});
