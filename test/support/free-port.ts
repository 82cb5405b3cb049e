import { once } from 'node:events';
import { createServer } from 'node:net';
import { portOf } from '../../local/port-of.ts';

/** A port of this machine on which no program listened a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  server.close();
  await once(server, 'close');
  return port;
}
