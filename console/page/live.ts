import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';

/**
 * Whether the page follows the runtime, and a number that changes with each event of the server.
 */
export interface LiveState {
  readonly isPaused: boolean;
  readonly news: string;
}

export const Live = createContext<LiveState>({ isPaused: false, news: '' });

/** The server's last event, by server-sent events; and whether it is connected. */
export function useNews(isPaused: boolean): { news: string; isConnected: boolean } {
  const [news, setNews] = useState('');
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    if (isPaused) return;
    const source = new EventSource('/api/news');
    source.onopen = () => setConnected(true);
    source.onerror = () => setConnected(false);
    source.onmessage = ({ data }) => setNews(String(data));
    return () => source.close();
  }, [isPaused]);
  return { news, isConnected };
}

/** An answer of the server, which is asked again after each event, and every few seconds. */
export interface Answer<T> {
  readonly data: T | undefined;
  readonly error: string | undefined;
  readonly again: () => void;
}

/** How often to ask without an event, in ms: queues and due times change without one. */
const everyMs = 2_000;

/**
 * @param path the question; undefined asks nothing
 * @param of its subject: while that stays, the answer before is shown until the next comes
 * @param slowlyMs how often to ask for an answer that takes work, instead of after each event
 */
export function useAnswer<T>(path: string | undefined, of = path, slowlyMs?: number): Answer<T> {
  const { isPaused, news: all } = useContext(Live);
  const news = slowlyMs === undefined ? all : '';
  const [state, setState] = useState<{ of?: string | undefined; data?: T; error?: string }>({});
  const [turn, setTurn] = useState(0);
  const busy = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (path === undefined || busy.current === path) return;
    busy.current = path;
    ask<T>(path)
      .then(
        (data) => busy.current === path && setState({ of, data }),
        (error: unknown) =>
          busy.current === path &&
          setState((before) => ({ ...before, of, error: messageOf(error) })),
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
    error: isSame ? state.error : undefined,
    again: () => setTurn((before) => before + 1),
  };
}

/** The server is the console's own, so its answers have the types that it states. */
async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(String(answer.error ?? response.status));
  return answer;
}

/** Gives the server an order. Throws an error with the server's reason. */
export const order = <T>(path: string, body: object): Promise<T> => ask<T>(path, body);

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
