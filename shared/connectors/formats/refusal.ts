import type * as v from 'valibot';
import type { HttpResponse } from '#platform/http/egress/http-message.ts';
import type { ConnectorError } from '../interface/exchange.ts';
import { readJson } from './json.ts';

/** A refusal after which nothing was processed, in the processor's words. */
export type Declined = { readonly result: 'declined' } & ConnectorError;

/** The same; `unknown` where the processor may have processed the request before. */
export type Refused = { readonly result: 'declined' | 'unknown' } & ConnectorError;

/**
 * How a processor's refusals are read: only with these statuses are they its own, so that the
 * reader throws for any other.
 */
export const refusalsOf = (processor: string, statuses: readonly number[]) => {
  /** Throws where the processor does not refuse so. */
  const check = ({ status }: Pick<HttpResponse, 'status'>): void => {
    if (!statuses.includes(status)) throw new Error(`${processor} does not refuse so.`);
  };
  return {
    check,
    /** The JSON of a refusal. Throws where it is not the processor's own. */
    read<S extends v.GenericSchema>(schema: S, response: HttpResponse): v.InferOutput<S> {
      check(response);
      return readJson(schema, response);
    },
  };
};
