import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { documentFiles, firstPaymentFolder } from '../../scripts/documents/written-files.ts';
import { collectionFiles, firstPaymentFiles } from '../../site/collection/collection.ts';
import { bruBlocks, bruMembers, readBruRequest } from '../support/documents/bru.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { adminKey } from '../support/switch/switch.ts';

const root = join(import.meta.dirname, '..', '..');
const suite = aRunningSwitch();

const described = (api: keyof typeof documentFiles) =>
  readFile(join(root, documentFiles[api]), 'utf8');
const whole = Promise.all([described('switch'), described('vault')]).then(([ofSwitch, vault]) =>
  collectionFiles({ switch: ofSwitch, vault }),
);

const isRequest = (path: string) => /\.bru$/.test(path) && !/^(?:collection|env)|folder/.test(path);

async function requests() {
  return [...(await whole)]
    .filter(([path]) => isRequest(path))
    .map(([path, text]) => ({ path, text, request: readBruRequest(text) }));
}

it('Git has the part of the collection that makes the first payment', async () => {
  const folder = join(root, firstPaymentFolder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  expect(paths.sort()).toEqual([...firstPaymentFiles().keys()].sort());
  for (const path of paths) {
    expect(await readFile(join(folder, path), 'utf8')).toBe((await whole).get(path));
  }
});

it('the collection has fewer than 1.5 MB', async () => {
  const bytes = [...(await whole).values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  expect(bytes).toBeLessThan(1_500_000);
});

it('the collection has one request for each operation', async () => {
  const Document = v.object({ paths: v.record(v.string(), v.record(v.string(), v.unknown())) });
  const described = await Promise.all(
    Object.entries(documentFiles).map(async ([api, file]) => {
      const { paths } = v.parse(Document, JSON.parse(await readFile(join(root, file), 'utf8')));
      const origin = api === 'switch' ? '{{base_url}}' : '{{vault_url}}';
      return Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${origin}${path}`),
      );
    }),
  );
  const found = (await requests())
    .filter(({ path }) => !path.startsWith('first-payment/'))
    .map(({ request: { method, url } }) => {
      const [address = ''] = url.split('?');
      return `${method} ${address.replaceAll(/\/:(\w+)/g, '/{$1}')}`;
    });
  expect(found.sort()).toEqual(described.flat().sort());
});

it("the requests' variables are in the environment of the laptop, and their bodies are JSON", async () => {
  const laptop = bruBlocks((await whole).get('environments/laptop.bru') ?? '');
  const variables = new Set(Object.keys(bruMembers(laptop.get('vars'))));
  const unknown = (await requests()).flatMap(({ path, text, request }) => {
    if (request.body !== undefined) JSON.parse(request.body.replaceAll(/\{\{.*?\}\}/g, ''));
    const used = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    return used.filter((name) => !variables.has(name)).map((name) => `${path}: ${name}`);
  });
  expect(unknown).toEqual([]);
});

it('the folder of the first payment leads from an empty switch to a payment and its refund', async () => {
  const laptop = bruBlocks((await whole).get('environments/laptop.bru') ?? '');
  const variables = new Map([
    ...Object.entries(bruMembers(laptop.get('vars'))),
    ['base_url', suite.running.url],
    ['admin_key', adminKey],
    ['$timestamp', `${Math.floor(Date.now() / 1000)}`],
  ]);
  const filled = (text: string) =>
    text.replaceAll(/\{\{(.*?)\}\}/g, (_, name: string) => {
      const value = variables.get(name);
      if (!value) throw new Error(`Nothing has set the variable ${name}.`);
      return value;
    });
  const inOrder = (await requests())
    .filter(({ path }) => path.startsWith('first-payment/'))
    .map(({ request }) => request)
    .sort((a, b) => a.seq - b.seq);
  const answers: string[] = [];
  for (const { name, method, url, headers, body, stores, asserts } of inOrder) {
    const response = await fetch(filled(url), {
      method,
      headers: {
        'content-type': 'application/json',
        ...Object.fromEntries(Object.entries(headers).map(([of, value]) => [of, filled(value)])),
      },
      ...(body !== undefined && { body: filled(body) }),
    });
    const answer = v.parse(v.record(v.string(), v.unknown()), await response.json());
    const resultOf = (expression: string) =>
      expression === 'res.status'
        ? response.status
        : answer[expression.replace(/^res\.body\./, '')];
    for (const [expression, wanted] of Object.entries(asserts)) {
      expect([name, expression, `eq ${resultOf(expression)}`]).toEqual([name, expression, wanted]);
    }
    for (const [variable, expression] of Object.entries(stores)) {
      const value = v.parse(v.string(), resultOf(expression));
      variables.set(variable, value);
    }
    answers.push(`${name}: ${answer.status ?? response.status}`);
  }
  expect(answers).toEqual([
    '1 Create a merchant account: 200',
    '2 Create an API key: 200',
    '3 Create a connector account: active',
    '4 Create a payment: succeeded',
    '5 Create a refund: succeeded',
  ]);
});
