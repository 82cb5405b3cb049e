import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { credentialsCheck } from '../formats/credentials-check.ts';
import { readXml } from '../formats/xml.ts';
import { queryRequest } from './requests.ts';

const Report = v.object({ error_response: v.optional(v.string()) });

function errorIn(response: HttpResponse): string | undefined {
  if (response.status !== 200) throw new Error('NMI answers with 200 alone.');
  return readXml('nm_response', Report, response).error_response;
}

/** Searches for a payment that does not exist. */
export const checkCredentials = credentialsCheck({
  question: (account) => queryRequest('credentials', account),
  isAccepted: (response) => errorIn(response) === undefined,
  refusalIn: (response) => ({ message: errorIn(response) ?? '' }),
});
