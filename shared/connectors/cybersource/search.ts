import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import type { ExchangeAccount, StepRequest } from '../interface/exchange.ts';
import { apiRequest, codeOf } from './requests.ts';

/** The services of a transaction, by Cybersource's names. */
type Service = 'ics_auth' | 'ics_bill' | 'ics_auth_reversal' | 'ics_void' | 'ics_credit';

const Found = v.object({
  totalCount: v.number(),
  _embedded: v.nullish(
    v.object({
      transactionSummaries: v.array(
        v.object({
          id: v.string(),
          clientReferenceInformation: v.nullish(v.object({ code: v.nullish(v.string()) })),
          applicationInformation: v.nullish(
            v.object({
              applications: v.nullish(v.array(v.object({ name: v.nullish(v.string()) }))),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Searches for the transactions that have our reference, in the order in which they were sent. */
export const searchRequest = (reference: string, account: ExchangeAccount): StepRequest => ({
  ...apiRequest('POST', 'tss/v2/searches', account, {
    save: false,
    timezone: 'UTC',
    query: `clientReferenceInformation.code:${codeOf(reference)}`,
    offset: 0,
    limit: 50,
    sort: 'submitTimeUtc:asc',
  }),
  step: 'order',
});

/** The ids of the transactions that were found, by their services. */
export function foundIn(
  response: HttpResponse,
  reference: string,
): { readonly idsOf: (service: Service, without?: Service) => readonly string[] } {
  if (response.status < 200 || response.status > 299) throw new Error('No result of a search.');
  const code = codeOf(reference);
  const ours = (readJson(Found, response)._embedded?.transactionSummaries ?? [])
    .filter(({ clientReferenceInformation }) => clientReferenceInformation?.code === code)
    .map(({ id, applicationInformation }) => ({
      id,
      services: (applicationInformation?.applications ?? []).map(({ name }) => name),
    }));
  return {
    idsOf: (service, without) =>
      ours
        .filter(({ services }) => services.includes(service))
        .filter(({ services }) => without === undefined || !services.includes(without))
        .map(({ id }) => id),
  };
}
