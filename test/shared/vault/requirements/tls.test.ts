import { createServer, type Server } from 'node:https';
import { connect, getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls';
import { egressResolvingWith } from '#platform/http/egress/egress.ts';
import { type Certificate, createCertificate } from '../../../../bench/certificate.ts';
import { listeningPort } from '../../../support/runner/listening-port.ts';

/** The sender of the vault's `send` and `capture`, with every name resolved to loopback. */
const { sendBytes: send } = egressResolvingWith(async () => [{ address: '127.0.0.1', family: 4 }]);

const host = 'gateway.example';
const authority = createCertificate({ name: 'An authority of this test', isAuthority: true });
const stranger = createCertificate({ name: 'Nobody knows this one', isAuthority: true });
const hourAgo = new Date(Date.now() - 3_600_000);
const good = createCertificate({ name: host, by: authority });

const before = getCACertificates('default');
const open: Server[] = [];
// The authority is trusted here like public ones: a refused certificate has a flaw of its own.
beforeAll(() => setDefaultCACertificates([...before, authority.cert]));
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(() => setDefaultCACertificates(before));

/**
 * Sends a card to a target that shows this certificate; returns the answer and the received data.
 */
async function sentTo({ cert, key }: Certificate, settings: TlsOptions = {}) {
  const heard: string[] = [];
  const server = createServer({ cert, key, ...settings }, (request, response) => {
    request.on('data', (data) => heard.push(String(data)));
    request.on('end', () => response.end('taken'));
  });
  open.push(server);
  // The client's break of the connection is an error here, and is expected.
  server.on('tlsClientError', () => undefined);
  const port = await listeningPort(server);
  const sent = await send(
    {
      method: 'POST',
      url: `https://${host}:${port}/charges`,
      headers: {},
      body: Buffer.from('4242424242424242'),
    },
    { timeoutMs: 5_000, allow: 'public and loopback', maxResponseBytes: 1_024 },
  );
  return { sent, heard };
}

const notSent = { kind: 'not_sent', reason: 'no secure connection' };

describe('a target over TLS', () => {
  it('a TLS target with a valid certificate of its own name gets the message', async () => {
    const { sent, heard } = await sentTo(good);
    expect(sent).toMatchObject({ kind: 'answered', response: { status: 200 } });
    expect(heard).toEqual(['4242424242424242']);
  });

  it.each([
    ['vouches for itself', createCertificate({ name: host })],
    [
      'is vouched for by somebody whom nobody knows',
      createCertificate({ name: host, by: stranger }),
    ],
    ['is another host', createCertificate({ name: 'other.example', by: authority })],
    ['is the host above', createCertificate({ name: 'example', by: authority })],
    ['has expired', createCertificate({ name: host, by: authority, until: hourAgo })],
    [
      'is not good yet',
      createCertificate({ name: host, by: authority, from: new Date(Date.now() + 3_600_000) }),
    ],
  ])('a TLS target that %s receives not a byte of it', async (_, certificate) => {
    expect(await sentTo(certificate)).toEqual({ sent: notSent, heard: [] });
  });

  it('a TLS target that supports nothing newer than TLS 1.1 receives not a byte of it', async () => {
    const ciphers = 'DEFAULT@SECLEVEL=0';
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers } as const;
    expect(await sentTo(good, old)).toEqual({ sent: notSent, heard: [] });
    // A client that supports the old version does connect to this server.
    const [server] = open;
    const address = server?.address();
    if (!address || typeof address === 'string') throw new Error('It listens on no port.');
    const talk = { host: '127.0.0.1', port: address.port, servername: host, ...old };
    const spoken = Promise.withResolvers<string | null>();
    const socket = connect(talk, () => spoken.resolve(socket.getProtocol()));
    socket.once('error', spoken.reject);
    expect(await spoken.promise).toBe('TLSv1.1');
    socket.destroy();
  });

  it('a TLS target that supports TLS 1.2 gets the message', async () => {
    const { sent } = await sentTo(good, { maxVersion: 'TLSv1.2' });
    expect(sent.kind).toBe('answered');
  });
});
