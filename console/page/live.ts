import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';

/**
 * Whether the page follows the runtime, and a number that changes with each event of the server.
 */
export interface LiveState {
  readonly isPaused: boolean;
  readonly news: string;
  /** Gets, of each question, whether the server answered it. */
  readonly onAsked: (isAnswered: boolean) => void;
}

export const Live = createContext<LiveState>({
  isPaused: false,
  news: '',
  onAsked: () => undefined,
});

/** The server's last event, by server-sent events; and since when the connection is lost. */
export function useNews(isPaused: boolean) {
  const [news, setNews] = useState('');
  const [lostAt, setLostAt] = useState<number | undefined>();
  // A connection may look open while the server hangs, so questions count as well.
  const [unansweredAt, setUnansweredAt] = useState<number | undefined>();
  const onAsked = useCallback((isAnswered: boolean) => {
    setUnansweredAt((before) => (isAnswered ? undefined : (before ?? Date.now())));
  }, []);
  useEffect(() => {
    if (isPaused) return;
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const connect = () => {
      source = new EventSource('/api/news');
      source.onopen = () => setLostAt(undefined);
      source.onmessage = ({ data }) => setNews(String(data));
      source.onerror = () => {
        setLostAt((before) => before ?? Date.now());
        // Browsers reconnect by themselves, except after an answer with an error status.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, everyMs);
      };
    };
    connect();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [isPaused]);
  return { news, onAsked, lostAt: isPaused ? undefined : (lostAt ?? unansweredAt) };
}

/** Why the last question has no answer. */
interface Failure {
  /** `lost`: the server did not answer; `gone`: the object does not exist. */
  readonly kind: 'lost' | 'gone' | 'refused' | 'failed';
  readonly reason: string;
}

/** An answer of the server, which is asked again after each event, and every few seconds. */
export interface Answer<T> {
  /** The newest data; it stays while the server does not answer. */
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
  readonly again: () => void;
}

/** How often to ask without an event, in ms: queues and due times change without one. */
const everyMs = 2_000;

/** A question without an answer for so long, in ms, counts as lost. */
const longestMs = 15_000;

/**
 * @param path the question; undefined asks nothing
 * @param of its subject: while that stays, the answer before is shown until the next comes
 * @param slowlyMs how often to ask for an answer that takes work, instead of after each event
 */
export function useAnswer<T>(path: string | undefined, of = path, slowlyMs?: number): Answer<T> {
  const { isPaused, news: all, onAsked } = useContext(Live);
  const news = slowlyMs === undefined ? all : '';
  const [state, setState] = useState<Asked<T>>({});
  const [turn, setTurn] = useState(0);
  const busy = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (path === undefined || busy.current === path) return;
    busy.current = path;
    ask<T>(path)
      .then(
        (data) => {
          onAsked(true);
          if (busy.current === path) setState({ of, data });
        },
        (error: unknown) => {
          const failure = failureOf(error);
          onAsked(failure.kind !== 'lost');
          if (busy.current === path) setState((before) => afterFailure(before, of, failure));
        },
      )
      .finally(() => {
        if (busy.current === path) busy.current = undefined;
      });
  }, [path, turn, news]);
  useEffect(() => {
    if (isPaused) return;
    const timer = setInterval(() => setTurn((before) => before + 1), slowlyMs ?? everyMs);
    return () => clearInterval(timer);
  }, [isPaused, slowlyMs]);
  const isSame = state.of === of;
  return {
    data: isSame ? state.data : undefined,
    failure: isSame ? state.failure : undefined,
    again: () => setTurn((before) => before + 1),
  };
}

/** The state of a question: its subject, and the newest data or failure. */
interface Asked<T> {
  readonly of?: string | undefined;
  readonly data?: T | undefined;
  readonly failure?: Failure;
}

/** Data of the same subject stays, unless the object is gone. */
const afterFailure = <T>(before: Asked<T>, of: string | undefined, failure: Failure): Asked<T> =>
  before.of !== of || failure.kind === 'gone' ? { of, failure } : { ...before, of, failure };

/** The server answered with an error status and its reason. */
class ErrorAnswer extends Error {
  readonly status: number;
  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

function failureOf(error: unknown): Failure {
  const reason = messageOf(error);
  if (!(error instanceof ErrorAnswer)) return { kind: 'lost', reason };
  if (error.status === 404) return { kind: 'gone', reason };
  return { kind: error.status < 500 ? 'refused' : 'failed', reason };
}

/** The server is the console's own, so its answers have the types that it states. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    ...(!body && { signal: AbortSignal.timeout(longestMs) }),
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer = await response.json();
  if (!response.ok) throw new ErrorAnswer(response.status, String(answer.error ?? response.status));
  return answer;
}

/** Gives the server an order. Throws an error with the server's reason. */
export const order = <T>(path: string, body: object): Promise<T> => ask<T>(path, body);

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
