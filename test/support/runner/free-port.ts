import { once } from 'node:events';
import { createServer } from 'node:net';
import { listeningPort } from './listening-port.ts';

/** A port of this machine on which no program listened a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listeningPort(server);
  server.close();
  await once(server, 'close');
  return port;
}
