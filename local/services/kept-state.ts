import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

const Message = v.object({
  body: v.string(),
  attributes: v.record(v.string(), v.record(v.string(), v.string())),
  /** When it becomes visible (again), in ms since 1970. */
  dueAt: v.number(),
  groupId: v.optional(v.string()),
  deduplicationId: v.optional(v.string()),
});
export type PersistedMessage = v.InferOutput<typeof Message>;

const State = v.object({
  /** Key material in Base64, by key id. */
  keys: v.record(v.string(), v.string()),
  /** Versions of secrets by ARN, newest first. */
  secrets: v.record(
    v.string(),
    v.array(
      v.object({
        id: v.string(),
        value: v.string(),
        createdSeconds: v.optional(v.number(), 0),
      }),
    ),
  ),
  /** Messages in the queues, by queue name. */
  queues: v.record(v.string(), v.array(Message)),
  /** The position of each event source in each shard of its stream. */
  checkpoints: v.record(v.string(), v.record(v.string(), v.string())),
});
export type State = v.InferOutput<typeof State>;

/** The state that outlives a run, besides the tables. Without a data directory, none does. */
export interface PersistedState {
  readonly state: State;
  /** Writes the state to disk atomically. */
  save(): void;
}

export function persistedState(dataDirectory: string | undefined): PersistedState {
  if (!dataDirectory) return { state: empty(), save: () => undefined };
  const file = path.join(dataDirectory, 'state.json');
  const state = read(file);
  let written = '';
  return {
    state,
    save() {
      const text = JSON.stringify(state);
      if (text === written) return;
      mkdirSync(dataDirectory, { recursive: true });
      // Renaming is atomic, so a reader never sees half a file. The file holds keys: only its owner
      // may read it.
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      renameSync(`${file}.new`, file);
      written = text;
    },
  };
}

function read(file: string): State {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return empty();
  }
  return v.parse(State, JSON.parse(text));
}

const empty = (): State => ({ keys: {}, secrets: {}, queues: {}, checkpoints: {} });
