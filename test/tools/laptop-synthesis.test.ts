import {
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildCache } from '../../tools/bundle/build-cache.ts';
import { functionNames } from '../../tools/bundle/bundle-functions.ts';
import {
  differingStacks,
  freshAssembly,
  laptopSynthesis,
  type SynthesisParts,
} from '../../tools/templates/laptop-synthesis.ts';
import { packedBytes, packedTemplates } from '../../tools/templates/packed-templates.ts';
import type { Settings } from '../../tools/templates/synthesize.ts';

const folder = mkdtempSync(join(tmpdir(), 'turnout-templates-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'templates.br');

it('the templates that come with a clone are those of the app; npm run generate writes them anew', async () => {
  const { purpose, assembly } = await freshAssembly(functionNames());
  const packed = packedTemplates().read(purpose);
  const renewal = 'npm run generate';
  expect(packed && { renewal, stacks: differingStacks(packed, assembly) }).toEqual({
    renewal,
    stacks: [],
  });
  expect({ renewal, sources: packed?.sources }).toEqual({ renewal, sources: assembly.sources });
});

/** Writes a source that has not changed while the step that reads it ran. */
function writeAMinuteAgo(source: string, text: string) {
  writeFileSync(source, text);
  const then = new Date(Date.now() - 60_000);
  utimesSync(source, then, then);
}

/** A synthesis of which each result is that of the sources at the moment. */
function synthesis(given: Settings = {}, names: readonly string[] = ['payments/create']) {
  const cache = mkdtempSync(join(folder, 'cache-'));
  const source = join(cache, 'source.ts');
  writeAMinuteAgo(source, '');
  const said: string[] = [];
  const state = { digest: 'first', template: '{}' };
  const parts = (): SynthesisParts => ({
    packed: packedTemplates(file),
    sources: async () => ({ digest: state.digest, inputs: ['source.ts'] }),
    files: async () => {
      said.push('synthesized');
      return { 'Data.template.json': state.template };
    },
  });
  const open = () => buildCache({ folder: join(cache, 'kept'), root: cache, tools: '1' });
  const start = () => laptopSynthesis(open, given, names, parts());
  const change = (digest: string, template: string) => {
    Object.assign(state, { digest, template });
    writeAMinuteAgo(source, digest + said.length);
  };
  return { start, change, said };
}
const { signal } = new AbortController();

beforeEach(() => rmSync(file, { force: true }));

/** Writes the file of a clone for the synthesis of these settings and functions. */
function pack(sources: string, template: string) {
  const files = { 'Data.template.json': template };
  const purpose = purposeOf();
  writeFileSync(file, packedBytes(purpose, { sources, files }, file));
}

/** The purpose for which the synthesis below is made. */
function purposeOf() {
  let purpose = '';
  const packed = {
    hash: '',
    read(asked: string) {
      purpose = asked;
      return undefined;
    },
  };
  const open = () => buildCache({ folder: join(folder, 'none'), root: folder, tools: '1' });
  laptopSynthesis(open, {}, ['payments/create'], { packed }).latest();
  return purpose;
}

it('templates that came with the clone are current once the same sources have decided them, without a synthesis', async () => {
  pack('first', '{"packed":1}');
  const { start, said } = synthesis();
  expect(start().current()).toBeUndefined();
  expect(start().latest()).toMatchObject({ files: { 'Data.template.json': '{"packed":1}' } });
  expect(await start().renew(signal)).toMatchObject({ sources: 'first' });
  expect(start().current()).toMatchObject({ files: { 'Data.template.json': '{"packed":1}' } });
  expect(said).toEqual([]);
});

it('stale templates are replaced by those that are synthesized, and never count as current', async () => {
  pack('old', '{"packed":1}');
  const { start, said } = synthesis();
  expect(start().latest()).toMatchObject({ sources: 'old' });
  expect(start().current()).toBeUndefined();
  expect(await start().renew(signal, () => said.push('synthesizing'))).toEqual({
    sources: 'first',
    files: { 'Data.template.json': '{}' },
  });
  expect(said).toEqual(['synthesizing', 'synthesized']);
  expect(start().current()).toMatchObject({ sources: 'first' });
});

it('an edit that changes nothing that decides the templates leaves them, and another one is synthesized once', async () => {
  const { start, change, said } = synthesis();
  await start().renew(signal);
  change('first', '{}');
  expect(start().current()).toBeUndefined();
  await start().renew(signal);
  expect(start().current()).toMatchObject({ sources: 'first' });
  expect(said).toEqual(['synthesized']);
  change('second', '{"Resources":{}}');
  expect(start().current()).toBeUndefined();
  expect(start().latest()).toMatchObject({ sources: 'first' });
  await start().renew(signal);
  expect(said).toEqual(['synthesized', 'synthesized']);
  expect(start().current()).toMatchObject({ sources: 'second' });
});

it('templates that came with a clone are not used with other settings or other functions', async () => {
  pack('first', '{}');
  expect(synthesis().start().latest()).toBeDefined();
  expect(synthesis({ refundsPerPayment: '9' }).start().latest()).toBeUndefined();
  expect(synthesis({}, ['payments/create', 'payments/new']).start().latest()).toBeUndefined();
});

it('newer templates that came with a clone replace those of an earlier synthesis', async () => {
  pack('old', '{"packed":1}');
  const { start } = synthesis();
  await start().renew(signal);
  expect(start().latest()).toMatchObject({ sources: 'first' });
  pack('newer', '{"packed":2}');
  expect(start().latest()).toMatchObject({ sources: 'newer' });
});

describe('the file of templates that comes with a clone', () => {
  const remedy = '"npm run generate -- templates" writes them anew\\.$';

  it.each([
    ['is missing', () => rmSync(file), 'are missing'],
    ['is cut', () => truncateSync(file, 40), 'are damaged'],
    ['is no archive', () => writeFileSync(file, 'hello'), 'are damaged'],
    ['is a file of Git LFS', () => writeFileSync(file, 'version https://git-lfs'), 'are damaged'],
    [
      'is of another version',
      () => writeFileSync(file, brotliCompressSync('{"format":2}')),
      'are of another version',
    ],
  ])(
    'a file of templates that %s is refused in one line, and the app is synthesized',
    async (_, damage, reason) => {
      pack('first', '{"packed":1}');
      damage();
      const { start } = synthesis();
      expect(() => start().latest()).toThrow(new RegExp(`^The templates .* ${reason}: ${remedy}`));
      expect(await start().renew(signal)).toMatchObject({ files: { 'Data.template.json': '{}' } });
      expect(start().latest()).toMatchObject({ files: { 'Data.template.json': '{}' } });
    },
  );

  it('the same templates leave the file as it is', async () => {
    pack('first', '{}');
    const bytes = readFileSync(file);
    pack('first', '{}');
    expect(readFileSync(file)).toEqual(bytes);
    const purpose = purposeOf();
    writeFileSync(file, packedBytes(purpose, { sources: 'second', files: {} }, file));
    expect(packedTemplates(file).read(purpose)).toEqual({ sources: 'second', files: {} });
  });
});

it('stacks differ where one of their files does, is new or is gone', () => {
  const assembly = (files: Record<string, string>) => ({ sources: '', files });
  const one = assembly({
    'Data.template.json': '1',
    'Api.template.json': '1',
    'Api.assets.json': '1',
  });
  expect(differingStacks(one, one)).toEqual([]);
  expect(
    differingStacks(one, assembly({ 'Data.template.json': '2', 'Ops.template.json': '1' })),
  ).toEqual(['Api', 'Data', 'Ops']);
});
