import { RepeatedCreate } from '#platform/table/put-idempotently.ts';

export function isRepeated(error: unknown): boolean {
  return error instanceof RepeatedCreate;
}
