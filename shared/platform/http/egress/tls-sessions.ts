import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Sessions of a process; a function asks few processors. */
const maxSessions = 100;

/**
 * The last TLS session of each origin, so that the next connection there resumes it: the server
 * sends no certificate, and no chain is verified. Node.js does not compare the names of a resumed
 * session. For that reason a session is kept only once its own connection has stood, with its
 * certificate and its names verified, and it is passed to that origin only.
 */
export function tlsSessions() {
  const sessions = new Map<string, Buffer>();
  return {
    /** The options of a connection to the origin that resume its last session. */
    resuming(key: string): { readonly session?: Buffer } {
      const session = sessions.get(key);
      return session ? { session } : {};
    },

    /** Keeps the sessions that the server hands out. Call it when the connection stands. */
    keep(key: string, socket: Socket): void {
      if (!isSecure(socket) || !socket.authorized) return;
      const store = (session: Buffer) => {
        // The origin that was asked last is the last to be removed.
        sessions.delete(key);
        sessions.set(key, session);
        const [oldest] = sessions.keys();
        if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
      };
      // With TLS 1.3, sessions come after the handshake; before, the handshake has made one.
      const made = socket.getProtocol() === 'TLSv1.3' ? undefined : socket.getSession();
      if (made) store(made);
      socket.on('session', store);
    },
  };
}

const isSecure = (socket: Socket): socket is TLSSocket =>
  'authorized' in socket && 'getSession' in socket;
