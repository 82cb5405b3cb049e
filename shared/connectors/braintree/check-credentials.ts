import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { credentialsCheck } from '../formats/credentials-check.ts';
import { apiRequest } from './requests.ts';
import { readAnswer } from './responses.ts';

const readPing = (response: HttpResponse) => readAnswer('ping', v.literal('pong'), response);

/** Its own question for this. */
export const checkCredentials = credentialsCheck({
  question: (account) => apiRequest(account, 'query { ping }'),
  isAccepted: (response) => 'done' in readPing(response),
  refusalIn(response) {
    const read = readPing(response);
    return 'refusal' in read ? read.refusal : {};
  },
});
