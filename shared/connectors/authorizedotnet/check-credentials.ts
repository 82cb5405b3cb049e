import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { credentialsCheck } from '../formats/credentials-check.ts';
import { apiRequest } from './requests.ts';
import { declinedBy, isOk, Messages, readAnswer } from './responses.ts';

const messagesIn = (response: HttpResponse) =>
  readAnswer(v.object({ messages: Messages }), response).messages;

/** Its own test of the name and the key. */
export const checkCredentials = credentialsCheck({
  question: (account) => apiRequest('authenticateTestRequest', account, {}),
  isAccepted: (response) => isOk(messagesIn(response)),
  refusalIn: (response) => declinedBy(messagesIn(response)),
});
