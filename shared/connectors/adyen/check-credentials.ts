import { credentialsCheck, shows } from '../formats/credentials-check.ts';
import { adyenKeys, apiRequest } from './requests.ts';
import { refusalIn } from './responses.ts';

/** Asks which methods the merchant account takes. */
export const checkCredentials = credentialsCheck({
  question: (account) =>
    apiRequest('paymentMethods', account, { merchantAccount: adyenKeys(account).merchantAccount }),
  isAccepted: shows('paymentMethods'),
  refusalIn,
});
