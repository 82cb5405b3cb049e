import type * as v from 'valibot';
import { type Implemented, implement, type Request } from '../http/implement.ts';
import type { Operation } from '../http/operation.ts';
import { type ListScope, listScopeOf } from './counts-by-status.ts';

/** Reads a list, or counts, of the merchant or profile that the caller acts for. */
type Read<O extends Operation, Input, Services> = (
  scope: ListScope,
  input: Input,
  services: Services,
) => Promise<v.InferInput<O['response']>>;

type List<O extends Operation, Services> = Implemented<O, Services, v.InferInput<O['response']>>;

/** Joins a list's operation with the code that reads it by the query of a request. */
export const listByQuery = <O extends Operation, Services>(
  operation: O,
  read: Read<O, Request<O>['query'], Services>,
): List<O, Services> =>
  implement(operation, {
    load: (request, services) => read(listScopeOf(request), request.query, services),
    run: async (_request, _services, list) => list,
  });

/** Joins a list's operation with the code that reads it by the body of a request. */
export const listByBody = <O extends Operation, Services>(
  operation: O,
  read: Read<O, Request<O>['body'], Services>,
): List<O, Services> =>
  implement(operation, {
    load: (request, services) => read(listScopeOf(request), request.body, services),
    run: async (_request, _services, list) => list,
  });
