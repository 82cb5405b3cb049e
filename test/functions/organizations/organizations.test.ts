import {
  type Answer,
  adminKey,
  aMerchant,
  switchInMemory,
} from '../../support/switch/switch-in-memory.ts';

const key = adminKey;

function bodyOf({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const refused = (status: number, code: string, message: unknown) => ({
  status,
  body: { error: expect.objectContaining({ code, message }) },
});
const notThere = refused(404, 'IR_37', 'organization with the given id does not exist');

/** A switch, and its organizations as an operator works with them. */
function anOffice(...from: Parameters<typeof switchInMemory>) {
  const world = switchInMemory(...from);
  return {
    ...world,
    create: (body: unknown) => world.ask('organizations.create', { key, body }),
    retrieve: (id: string) => world.ask('organizations.retrieve', { key, params: { id } }),
    update: (id: string, body: unknown) =>
      world.ask('organizations.update', { key, params: { id }, body }),
    later() {
      world.dependencies.clock.now = new Date(world.dependencies.clock.now.getTime() + 60_000);
      return world.dependencies.clock.now.toISOString();
    },
  };
}

describe('an organization', () => {
  it('a new organization is stored with the given fields, and is shown the same', async () => {
    const { create, retrieve, dependencies } = anOffice();
    const said = {
      organization_name: 'Example Retail',
      organization_details: { region: 'north' },
      metadata: { crm: '10017' },
    };
    const made = bodyOf(await create(said));
    const at = dependencies.clock.now.toISOString();
    expect(made).toEqual({
      ...said,
      organization_id: expect.stringMatching(/^org_[A-Za-z0-9]{20}$/),
      organization_type: 'standard',
      created_at: at,
      modified_at: at,
    });
    expect(bodyOf(await retrieve(made.organization_id))).toEqual(made);
  });

  it('an organization answers null for absent members, and may have the name of another organization', async () => {
    const { create } = anOffice();
    const body = { organization_name: 'Example Retail', metadata: null };
    const [one, other] = [bodyOf(await create(body)), bodyOf(await create(body))];
    expect(one).toMatchObject({ organization_details: null, metadata: null });
    expect(other.organization_id).not.toBe(one.organization_id);
  });

  it('an organization has merchants, and is created without a name for a merchant without organization_id', async () => {
    const { create, retrieve, ask } = anOffice();
    const { organization_id } = bodyOf(await create({ organization_name: 'Example Retail' }));
    const member = { merchant_id: 'shop_east', organization_id };
    expect(bodyOf(await ask('accounts.create', { key, body: member }))).toMatchObject(member);
    const alone = bodyOf(await ask('accounts.create', { key, body: { merchant_id: 'shop_west' } }));
    expect(bodyOf(await retrieve(alone.organization_id))).toMatchObject({
      organization_id: alone.organization_id,
      organization_name: null,
      organization_type: 'standard',
    });
  });

  it('an organization stored before dates existed can be shown and changed', async () => {
    const pk = 'ORGANIZATION#org_old';
    const { retrieve, update, later } = anOffice([
      { pk, sk: 'ORGANIZATION', id: 'org_old', type: 'platform' },
    ]);
    const created_at = '1970-01-01T00:00:00.000Z';
    expect(bodyOf(await retrieve('org_old'))).toMatchObject({
      organization_type: 'platform',
      created_at,
      modified_at: created_at,
    });
    const modified_at = later();
    expect(bodyOf(await update('org_old', { organization_name: 'Old' }))).toMatchObject({
      organization_name: 'Old',
      created_at,
      modified_at,
    });
  });

  it('an unknown organization answers 404, and an update does not create it', async () => {
    const { retrieve, update, port } = anOffice();
    expect(await retrieve('org_nobody')).toMatchObject(notThere);
    expect(await update('org_nobody', { organization_name: 'x' })).toMatchObject(notThere);
    expect(port.items()).toEqual([]);
  });

  it('an organization is not reachable by a merchant’s own key', async () => {
    const { ask, ...world } = anOffice();
    const merchant = await aMerchant({ ask, ...world });
    const params = { id: String(world.port.items().find(({ sk }) => sk === 'ORGANIZATION')?.id) };
    const body = { organization_name: 'Mine' };
    for (const key of [merchant.key, merchant.publishableKey]) {
      expect(await ask('organizations.create', { key, body })).toMatchObject({ status: 401 });
      expect(await ask('organizations.retrieve', { key, params })).toMatchObject({ status: 401 });
      expect(await ask('organizations.update', { key, params, body })).toMatchObject({
        status: 401,
      });
    }
  });
});

describe('an update of an organization', () => {
  it('an update of an organization changes only the given fields; null changes nothing', async () => {
    const { create, update, retrieve, later } = anOffice();
    const said = { organization_name: 'Example Retail', metadata: { crm: '10017' } };
    const made = bodyOf(await create(said));
    const modified_at = later();
    const changes = { organization_details: { region: 'north' }, metadata: null };
    const changed = bodyOf(await update(made.organization_id, changes));
    expect(changed).toEqual({ ...made, organization_details: { region: 'north' }, modified_at });
    expect(bodyOf(await retrieve(made.organization_id))).toEqual(changed);
  });

  it('an update of an organization accepts a platform merchant and ignores it', async () => {
    const { create, update } = anOffice();
    const made = bodyOf(await create({ organization_name: 'Example Retail' }));
    const answer = await update(made.organization_id, { platform_merchant_id: 'shop_east' });
    expect(bodyOf(answer)).toEqual(made);
  });

  it('an update of an organization loses nothing when twenty come at the same time', async () => {
    const { create, update, retrieve } = anOffice();
    const { organization_id } = bodyOf(await create({ organization_name: 'Example Retail' }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        update(
          organization_id,
          index % 2 ? { organization_name: `Retail ${index}` } : { metadata: { index } },
        ),
      ),
    );
    for (const answer of answers) bodyOf(answer);
    const shown = bodyOf(await retrieve(organization_id));
    expect(shown.organization_name).toMatch(/^Retail \d+$/);
    expect(shown.metadata).toEqual({ index: expect.any(Number) });
  });
});

describe('a request about an organization is refused', () => {
  it.each([
    ['without a name', {}, 'missing field `organization_name`'],
    ['with an empty name', { organization_name: '' }, 'the minimum required length'],
    ['with a name that is none', { organization_name: 7 }, 'invalid type'],
    ['with an unknown field', { organization_name: 'x', colour: 1 }, 'unknown field'],
    ['with details that are a list', { organization_name: 'x', organization_details: [] }, 'map'],
  ])('a request about an organization is refused %s', async (_, body, detail) => {
    const { create, port } = anOffice();
    const message = expect.stringContaining(detail);
    expect(await create(body)).toMatchObject({ status: 400, body: { error: { message } } });
    expect(port.items()).toEqual([]);
  });
});
