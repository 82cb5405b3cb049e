import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Operation } from '#platform/http/operation/operation.ts';
import { operations } from '../../../shared/operations.ts';
import { unpublishedIn } from '../requests/published-answers.ts';
import type { Answer } from '../switch/switch-in-memory.ts';
import { fieldsOf, producedIn } from './response-fields.ts';

/** Operations that answer by one and the same schema, and the members that its answers can have. */
export interface AnswerKind {
  /** Of the operations, in the order of the API. */
  readonly names: readonly string[];
  /** JSON pointers, as `fieldsOf` makes them. */
  readonly fields: readonly string[];
}

/** All that the switch answers, each schema once: a member that one of its operations produces, all can. */
export function answerKinds(all: readonly Operation[] = operations): readonly AnswerKind[] {
  const bySchema = Map.groupBy(all, ({ response }) => response);
  return [...bySchema].map(([schema, those]) => ({
    names: those.map(({ name }) => name),
    fields: fieldsOf(schema),
  }));
}

/** Notes which fields the answers have had, and which answers were not as declared or published. */
export function observedAnswers() {
  const produced = new Map<v.GenericSchema, Set<string>>();
  const wrong = new Set<string>();
  const byName = new Map<string, Operation>(operations.map((one) => [one.name, one]));
  return {
    /** Takes no notice of refusals, nor of answers without JSON. */
    note(name: string, { status, body }: Answer): void {
      const operation = byName.get(name);
      if (!operation || ![200, 302].includes(status) || body === undefined) return;
      const { response } = operation;
      const seen = produced.get(response) ?? new Set();
      produced.set(response, seen);
      for (const field of producedIn(body)) seen.add(field);
      for (const mismatch of unpublishedIn(operation, body)) wrong.add(mismatch);
      // Parsing drops undeclared members, and there may be none.
      const declared = v.safeParse(response, body);
      const isWhole = declared.success && isDeepStrictEqual(declared.output, body);
      if (!isWhole) wrong.add(`${name}: not as declared`);
    },
    /** The fields of these operations' answers that no answer had a value in. */
    missing: (names: readonly string[], fields: readonly string[]): readonly string[] => {
      const schema = byName.get(names[0] ?? '')?.response;
      const seen = schema && produced.get(schema);
      return fields.filter((field) => !seen?.has(field));
    },
    /** The faults of answers, each complaint once. */
    wrong: (): readonly string[] => [...wrong],
  };
}

export type ObservedAnswers = ReturnType<typeof observedAnswers>;
