import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A socket that waits for connections. */
export interface ListeningPort {
  readonly port: number;
  /** Whether only this machine reaches it. */
  readonly isLoopback: boolean;
}

/** The ports that processes listen on, as the kernel of Linux lists them. */
export function listeningPorts(pids: readonly number[]): readonly ListeningPort[] {
  const sockets = new Set(pids.flatMap(socketsOf));
  return ['tcp', 'tcp6'].flatMap((family) =>
    readFileSync(`/proc/net/${family}`, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
        const [address = '', port = ''] = local.split(':');
        // 0A is the state LISTEN.
        if (state !== '0A' || !sockets.has(inode)) return [];
        const isLoopback = address === '0100007F' || address === '00000000000000000000000001000000';
        return [{ port: Number.parseInt(port, 16), isLoopback }];
      }),
  );
}

function socketsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${fd}`))?.[1] ?? [];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}
