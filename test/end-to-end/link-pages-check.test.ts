import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { checkoutScript, payeeScript, statusScript } from 'turnout:checkout';
import { sendBytes } from '#platform/http/egress/egress.ts';
import { pageCheckJob } from '#platform/http/response/page-check.ts';
import { logTo } from '#platform/log.ts';
import { metricsTo } from '#platform/metrics.ts';
import { approvedLinkPages } from '#switch/payment-links/approved-link-pages.ts';
import inventory from '#switch/payment-links/script-inventory.json' with { type: 'json' };
import { submitScript } from '#switch/payments/redirect/pages.ts';
import { listeningPort } from '../support/runner/listening-port.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';

const live = aRunningSwitch();

/** An answer between the switch and browsers, which a test may change on its way. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const scripts = {
  'checkout.js': checkoutScript(),
  'status.js': statusScript(),
  'payee.js': payeeScript(),
  'submit-form.js': submitScript,
};

/** The findings of a run, and its counted differences. */
async function checked(onTheWay: (answer: Answer, path: string) => void = () => undefined) {
  const server = createServer(async (request, response) => {
    const { url = '/', headers } = request;
    const asked = ['accept-language', 'accept-encoding'].map((name) => [name, headers[name]]);
    const found = await fetch(`${live.running.url}${url}`, { headers: Object.fromEntries(asked) });
    const { connection: _, 'keep-alive': __, ...passed } = Object.fromEntries(found.headers);
    const answer = { status: found.status, headers: passed, body: await found.text() };
    onTheWay(answer, url);
    const isPacked = answer.headers['content-encoding'] === 'gzip';
    const body = isPacked ? gzipSync(answer.body) : Buffer.from(answer.body);
    response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
    response.end(body);
  });
  const port = await listeningPort(server);
  const lines: string[] = [];
  const metrics: string[] = [];
  try {
    await pageCheckJob({
      site: () => ({ url: `http://127.0.0.1:${port}`, loopbackAllowed: true }),
      approved: () => approvedLinkPages(scripts, inventory),
      send: sendBytes,
      log: logTo((line) => lines.push(line)),
      metric: metricsTo((line) => metrics.push(line)),
    })({ id: 'run-1' });
  } finally {
    server.close();
    server.closeAllConnections();
  }
  const read = lines.map((line) => JSON.parse(line));
  return {
    altered: read.flatMap(({ message, path, what }) =>
      message === 'page altered' ? [`${path}: ${what}`] : [],
    ),
    summary: read.at(-1),
    metrics,
  };
}

describe('the check of the pages of links', () => {
  it('the check of the pages of links finds nothing where nothing was changed, and reports that it checked all', async () => {
    const { altered, summary, metrics } = await checked();
    expect([altered, metrics]).toEqual([[], []]);
    expect(summary).toMatchObject({ message: 'pages checked', checked: 14, altered: 0 });
  });

  it('the check of the pages of links finds one more script, one exchanged byte, and a missing policy', async () => {
    const specimen = '/payment_link/-/-?page_token=specimen';
    const { altered, metrics } = await checked((answer, path) => {
      if (path === specimen) {
        answer.body = answer.body.replace(
          '</body>',
          '<script src="//evil.example"></script></body>',
        );
      }
      if (path.startsWith('/payout_link')) delete answer.headers['content-security-policy'];
      if (path === '/payment_link/status/-/-') answer.body = answer.body.replace('a', 'b');
      if (path === '/payment_methods/collect/-/-') answer.headers.link = '<https://evil.example>';
      if (path === '/payments/redirect/-/-/-') answer.status = 200;
    });
    expect(altered.sort()).toEqual(
      [
        `${specimen}: bytes`,
        '/payout_link/-/-: content-security-policy',
        '/payout_link/-/-?page_token=specimen: content-security-policy',
        '/payment_link/status/-/-: bytes',
        '/payment_methods/collect/-/-: link',
        '/payments/redirect/-/-/-: status',
      ].sort(),
    );
    expect(metrics).toHaveLength(1);
  });

  it('a script that the inventory does not have in these bytes is never approved', () => {
    const other = { ...scripts, 'checkout.js': `${scripts['checkout.js']} ` };
    expect(() => approvedLinkPages(other, inventory)).toThrow('checkout.js');
  });
});
