import * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import { readJson } from '../formats/json.ts';
import type { ExchangeAccount, StepRequest } from '../interface/exchange.ts';
import type { CapturedPart } from '../interface/payments.ts';
import { apiRequest, codeOf } from './requests.ts';
import { named, Services, totalIn } from './responses.ts';

/** The services of a transaction, by Cybersource's names. */
type Service = 'ics_auth' | 'ics_bill' | 'ics_auth_reversal' | 'ics_void' | 'ics_credit';

const Summary = v.object({
  ...named,
  applicationInformation: v.nullish(v.object({ applications: Services })),
});

const Found = v.object({
  totalCount: v.number(),
  _embedded: v.nullish(v.object({ transactionSummaries: v.array(Summary) })),
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

/** The transactions that were found, by their services. */
interface FoundTransactions {
  readonly idsOf: (service: Service, without?: Service) => readonly string[];
  /** The captures with their amounts, as Cybersource answered to their requests. */
  readonly captures: () => readonly CapturedPart[];
}

/** @see https://developer.cybersource.com/api-reference-assets/index.html#transaction-search */
export function foundIn(response: HttpResponse, reference: string): FoundTransactions {
  if (response.status < 200 || response.status > 299) throw new Error('No result of a search.');
  const code = codeOf(reference);
  const ours = (readJson(Found, response)._embedded?.transactionSummaries ?? []).filter(
    ({ clientReferenceInformation }) => clientReferenceInformation?.code === code,
  );
  const having = (service: Service, without?: Service) =>
    ours.filter((summary) => {
      const names = servicesOf(summary).map(({ name }) => name);
      return names.includes(service) && (without === undefined || !names.includes(without));
    });
  return {
    idsOf: (service, without) => having(service, without).map(({ id }) => id),
    captures: () => having('ics_bill').map(captureIn),
  };
}

function captureIn(summary: v.InferOutput<typeof Summary>): CapturedPart {
  const { amountMinor } = totalIn(summary);
  const result = servicesOf(summary).find(({ name }) => name === 'ics_bill')?.rCode;
  if (amountMinor === undefined || result == null) throw new Error('A capture without its result.');
  return {
    connectorCaptureId: summary.id,
    amountMinor,
    status: result === '1' ? 'charged' : 'failed',
  };
}

const servicesOf = ({ applicationInformation }: v.InferOutput<typeof Summary>) =>
  applicationInformation?.applications ?? [];
