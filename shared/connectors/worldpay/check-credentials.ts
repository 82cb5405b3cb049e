import { credentialsCheck, shows } from '../formats/credentials-check.ts';
import { cardPaymentsRequest, worldpayKeys } from './requests.ts';
import { refusalIn } from './responses.ts';

/** Asks for the events of a payment that does not exist. */
export const checkCredentials = credentialsCheck({
  question(account) {
    const { entity } = worldpayKeys(account);
    const query = new URLSearchParams({ transactionRef: 'credentials', entity });
    return cardPaymentsRequest('GET', `payments/events?${query}`, account);
  },
  isAccepted: (response) =>
    response.status === 404 ? refusalIn(response).code !== undefined : shows('lastEvent')(response),
  refusalIn,
});
