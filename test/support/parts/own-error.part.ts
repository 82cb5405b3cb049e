import { RepeatedCreate } from '../../../shared/table/make-once.ts';

export function isRepeated(error: unknown): boolean {
  return error instanceof RepeatedCreate;
}
