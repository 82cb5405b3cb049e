import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkData, DamagedData } from '../../local/damaged-data.ts';
import { runAssembly } from '../../local/run-assembly.ts';
import { openDatabase } from '../../local/tables/database.ts';
import { missingPrerequisites } from '../../scripts/start/prerequisites.ts';

const bytes = Buffer.from('a picture of a receipt');
const object = 'objects/buckets/files/objects/shop/file_1';
const state = {
  keys: { box: Buffer.alloc(32, 7).toString('base64') },
  secrets: { 'arn:aws:secretsmanager:x': [{ id: '1', value: 'secret', createdSeconds: 1 }] },
  queues: { later: [{ body: 'late', attributes: {}, dueAt: 1 }] },
  checkpoints: { 'data/mapping/stream': { shard: '1' } },
};

const step = {
  follows: 0,
  queues: { later: { removed: [], put: [{ id: '2', body: 'later', attributes: {}, dueAt: 2 }] } },
};

/** A folder as a switch leaves it that was killed: its database and its state have a log. */
function write(folder: string) {
  const put = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };
  const before = openDatabase(join(folder, 'whole.db'));
  before.run(`CREATE TABLE tables (name TEXT, filling TEXT)`);
  for (let row = 0; row < 200; row += 1) {
    before.run('INSERT INTO tables VALUES (?, ?)', `table ${row}`, 'x'.repeat(200));
  }
  before.run('PRAGMA wal_checkpoint(TRUNCATE)');
  before.run("INSERT INTO tables VALUES ('last', 'in the log')");
  put('tables/tables.db', readFileSync(join(folder, 'whole.db')));
  put('tables/tables.db-wal', readFileSync(join(folder, 'whole.db-wal')));
  before.close();
  for (const name of readdirSync(folder).filter((one) => one.startsWith('whole'))) {
    rmSync(join(folder, name));
  }
  put('state.json', JSON.stringify(state));
  put('state.log', `${JSON.stringify(step)}\n{"follows":0,"que`);
  put('.owner.json', '');
  put('objects/buckets/files/.bucket.json', JSON.stringify({ name: 'files', creationDate: now }));
  put(`${object}.data`, bytes);
  put(`${object}.meta.json`, JSON.stringify(facts));
}
const now = '2030-01-31T10:00:00.000Z';
const facts = {
  key: 'shop/file_1',
  contentType: 'image/png',
  contentLength: bytes.length,
  metadata: {},
  etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
  lastModified: now,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const contents = () =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );

it.each(['tables'])(
  'a data folder with %s that a killed switch left is in order, and is not changed by the check',
  () => {
    write(folder);
    const before = contents();
    checkData(folder);
    expect(contents()).toEqual(before);
  },
);

it('a data folder that is new, or whose first start was killed at once, is in order', () => {
  checkData(join(folder, 'none'));
  checkData(folder);
  mkdirSync(join(folder, 'tables'));
  writeFileSync(join(folder, 'tables/tables.db'), '');
  checkData(folder);
});

const hello = (file: string) => writeFileSync(file, 'hello\n');
const half = (file: string) => truncateSync(file, Math.ceil(statSync(file).size / 2));
const empty = (file: string) => truncateSync(file, 0);
const gone = (file: string) => rmSync(file, { recursive: true });
const aFolder = (file: string) => {
  rmSync(file, { recursive: true, force: true });
  mkdirSync(file);
};
const aLink = (file: string) => {
  rmSync(file, { recursive: true, force: true });
  symlinkSync('/nowhere/at/all', file);
};
const spoilt = (file: string) => {
  const content = readFileSync(file);
  // The beginning of each page but the first names its content.
  for (let page = 4_096; page < content.length; page += 4_096) content.fill(0xa5, page, page + 16);
  writeFileSync(file, content);
};
const aFile = (file: string) => {
  rmSync(file, { recursive: true });
  hello(file);
};
const withState = (change: object) => (file: string) =>
  writeFileSync(file, JSON.stringify({ ...state, ...change }));

const database = ['tables/tables.db'];
const damages: readonly (readonly [string, string, (file: string) => void])[] = [
  ...database.flatMap((file) => [
    [file, 'that is no database', hello] as const,
    [file, 'that is cut', half] as const,
    [file, 'that is empty', empty] as const,
    [file, 'that is missing', gone] as const,
    [file, 'that is a folder', aFolder] as const,
    [file, 'that is a link to nothing', aLink] as const,
    [file, 'whose pages are overwritten', spoilt] as const,
    [`${file}-wal`, 'that is no log', hello] as const,
    [`${file}-wal`, 'that is a folder', aFolder] as const,
    [`${file}-shm`, 'that is a folder', aFolder] as const,
    [dirname(file), 'that is a file', aFile] as const,
  ]),
  ['state.json', 'that is no JSON', hello],
  ['state.json', 'that is cut', half],
  ['state.json', 'that is empty', empty],
  ['state.json', 'that is a folder', aFolder],
  ['state.json', 'that is a link to nothing', aLink],
  ['state.json', 'that is missing beside tables', gone],
  ['state.json', 'that is a list', (file) => writeFileSync(file, '[]')],
  ['state.json', 'with a key that is cut', withState({ keys: { box: 'AAAA' } })],
  ['state.json', 'with a key that is no Base64', withState({ keys: { box: '*'.repeat(44) } })],
  ['state.json', 'with messages that are none', withState({ queues: { later: [{}] } })],
  ['state.json', 'without its queues', withState({ queues: undefined })],
  ['state.log', 'that is no JSON', hello],
  ['state.log', 'that is a folder', aFolder],
  ['state.log', 'with a step that is none', (file) => writeFileSync(file, '{"follows":0}\n')],
  ['state.json.new', 'that is a folder', aFolder],
  ['.owner.json', 'that is a folder', aFolder],
  ['objects', 'that is a file', aFile],
  ['objects/buckets/files/.bucket.json', 'that is no JSON', hello],
  ['objects/buckets/files/.bucket.json', 'that is empty', empty],
  [`${object}.meta.json`, 'that is cut', half],
  [`${object}.meta.json`, 'that is a folder', aFolder],
  [`${object}.data`, 'that is cut', half],
  [`${object}.data`, 'that is empty', empty],
  [`${object}.data`, 'that is missing', gone],
  [`${object}.data`, 'that is a folder', aFolder],
  [`${object}.data`, 'whose bytes are others', (file) => writeFileSync(file, bytes.toReversed())],
];

it.each(damages)(
  'a data folder with %s %s is refused in one sentence that names it, and nothing is changed',
  async (file, _, spoil) => {
    write(folder);
    spoil(join(folder, file));
    const before = contents();
    const refusal = refusalOf(() => checkData(folder));
    expect(refusal).toContain(`${join(folder, file)} `);
    expect(refusal).toMatch(
      /^[^\n]+, and nothing was changed: put a whole copy of [^\n]+ in its place, or name another folder\.$/,
    );
    expect(contents()).toEqual(before);
    // Before anything is built, and before anything is started.
    expect(await missingPrerequisites(wanted(folder))).toContain(refusal);
    await expect(runAssembly({ directory: '/none', dataDirectory: folder })).rejects.toThrow(
      DamagedData,
    );
    expect(contents()).toEqual(before);
  },
);

const wanted = (dataDirectory: string) => ({
  ports: [],
  dataDirectory,
  workDirectory: tmpdir(),
  dynamodbEndpoint: undefined,
  settingProblems: [],
});

function refusalOf(check: () => void): string {
  try {
    check();
    return 'nothing is wrong';
  } catch (error) {
    if (error instanceof DamagedData) return error.message;
    throw error;
  }
}
