import { once } from 'node:events';
import type { Server } from 'node:net';
import { portOf } from '../../../local/port-of.ts';

/** Has a server listen on a free port of this machine, which it answers. */
export async function listeningPort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server.address());
}
