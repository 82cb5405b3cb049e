import { createServer } from 'node:http';
import { listeningPort } from '../runner/listening-port.ts';

/** A merchant's page that customers come back to. */
export interface ShopSite {
  /** The page's address. */
  readonly url: string;
  /** Every visit but a browser's own curiosity, oldest first. */
  readonly visits: readonly Visit[];
  stop(): Promise<void>;
}

interface Visit {
  readonly method: string;
  readonly path: string;
  /** The query of the address. */
  readonly query: URLSearchParams;
  /** The fields of a form. */
  readonly form: URLSearchParams;
}

/** Opens it on a free port of this machine. */
export async function startShopSite(): Promise<ShopSite> {
  const visits: Visit[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '/' } = request;
    const { pathname: path, searchParams: query } = new URL(url, 'http://shop');
    if (path === '/favicon.ico') return response.writeHead(404).end();
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    visits.push({ method, path, query, form });
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!doctype html><title>Shop</title><h1>Welcome back</h1>');
  });
  const port = await listeningPort(server);
  return {
    url: `http://127.0.0.1:${port}/return`,
    visits,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
