import { RepeatedCreate } from '../../../shared/table/put-idempotently.ts';

export function isRepeated(error: unknown): boolean {
  return error instanceof RepeatedCreate;
}
