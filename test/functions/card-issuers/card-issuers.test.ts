import { adminKey, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

/** A directory of issuers, and a merchant that reads it. */
async function aDirectory() {
  const world = switchInMemory();
  const { key } = await aMerchant(world);
  const add = (issuer_name: unknown) =>
    world.ask('card-issuers.create', { key: adminKey, body: { issuer_name } });
  const rename = (id: string, issuer_name: string) =>
    world.ask('card-issuers.update', { key: adminKey, params: { id }, body: { issuer_name } });
  const remove = (id: string) =>
    world.ask('card-issuers.delete', { key: adminKey, params: { id } });
  const list = async (query: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await world.ask('card-issuers.list', { key, query });
    if (status !== 200) return status;
    const { issuers }: { issuers: readonly { issuer_name: string }[] } = body;
    return issuers.map(({ issuer_name }) => issuer_name);
  };
  return { world, key, add, rename, remove, list };
}

it('an issuer is added, renamed and removed by its id', async () => {
  const { add, rename, remove, list } = await aDirectory();
  const { body: added } = await add('STATE BANK OF EXAMPLE');
  expect(added).toEqual({ id: expect.any(String), issuer_name: 'STATE BANK OF EXAMPLE' });
  expect((await rename(added.id, 'Example Bank')).body).toEqual({
    id: added.id,
    issuer_name: 'Example Bank',
  });
  expect(await list()).toEqual(['Example Bank']);
  expect((await remove(added.id)).body).toEqual({ id: added.id, deleted: true });
  expect(await list()).toEqual([]);
  for (const gone of [await rename(added.id, 'Else'), await remove(added.id)]) {
    expect(gone).toMatchObject({
      status: 404,
      body: { error: { code: 'IR_37' } },
    });
  }
});

it('a name is taken in any case of its letters, also by a name that replaces another', async () => {
  const { add, rename, list } = await aDirectory();
  await add('Example Bank');
  const { body: other } = await add('Other Bank');
  const taken = { status: 400, body: { error: { code: 'IR_38' } } };
  expect(await add('EXAMPLE BANK')).toMatchObject(taken);
  expect(await rename(other.id, 'example bank')).toMatchObject(taken);
  expect((await rename(other.id, 'OTHER BANK')).status).toBe(200);
  expect((await rename(other.id, 'OTHER BANK')).status).toBe(200);
  expect(await list()).toEqual(['Example Bank', 'OTHER BANK']);
});

it('a name that was given up can be taken', async () => {
  const { add, rename } = await aDirectory();
  const { body: first } = await add('First');
  await rename(first.id, 'Second');
  expect((await add('first')).status).toBe(200);
});

it('two issuers of one name that are added at once are one', async () => {
  const { add, list } = await aDirectory();
  const answers = await Promise.all(['BANK', 'Bank', 'bank'].map(add));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(await list()).toHaveLength(1);
});

it('a list has the names that begin so, in their order, thirty unless it states how many', async () => {
  const { add, list } = await aDirectory();
  for (let i = 40; i > 0; i -= 1) await add(`Bank ${String(i).padStart(2, '0')}`);
  await add('Other');
  expect(await list()).toHaveLength(30);
  expect(await list({ query: 'bANK 0', limit: '3' })).toEqual(['Bank 01', 'Bank 02', 'Bank 03']);
  expect(await list({ query: 'o' })).toEqual(['Other']);
  expect(await list({ query: 'NAME#' })).toEqual([]);
  expect(await list({ limit: '0' })).toEqual([]);
  expect(await list({ limit: '255' })).toHaveLength(41);
  for (const limit of ['256', '-1', 'many', '1.5']) expect(await list({ limit })).toBe(400);
});

it.each([
  ['', 400],
  ['x'.repeat(201), 400],
  ['4242424242424242', 400],
  [7, 400],
  [null, 400],
])('a name such as %j is refused', async (name, status) => {
  const { add } = await aDirectory();
  expect((await add(name)).status).toBe(status);
});

it('the longest name of the widest letters has room', async () => {
  const { add, list } = await aDirectory();
  const name = '𝔅'.repeat(200);
  expect((await add(name)).status).toBe(200);
  expect(await list({ query: '𝔅' })).toEqual([name]);
});

it('a merchant reads the directory and does not write it', async () => {
  const { world, key } = await aDirectory();
  const asked = { key, body: { issuer_name: 'Own' } };
  expect((await world.ask('card-issuers.create', asked)).status).toBe(401);
});
