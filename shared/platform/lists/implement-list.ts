import type * as v from 'valibot';
import { type EarlyRequest, type Implemented, implement } from '../http/operation/implement.ts';
import type { Operation } from '../http/operation/operation.ts';
import { type ListScope, listScopeOf } from './counts-by-status.ts';

/** Reads a list, or counts, of the merchant or profile that the caller acts for. */
type Read<O extends Operation, Input, Services> = (
  scope: ListScope,
  input: Input,
  services: Services,
) => Promise<v.InferInput<O['response']>>;

type List<O extends Operation, Services> = Implemented<O, Services, v.InferInput<O['response']>>;

/** Joins a list's operation with the code that reads it by a part of the request. */
const listBy =
  <Part extends 'query' | 'body'>(part: Part) =>
  <O extends Operation, Services>(
    operation: O,
    read: Read<O, EarlyRequest<O>[Part], Services>,
  ): List<O, Services> =>
    implement(operation, {
      load: (request, services) => read(listScopeOf(request), request[part], services),
      run: async (_request, _services, list) => list,
    });

export const listByQuery = listBy('query');
export const listByBody = listBy('body');
