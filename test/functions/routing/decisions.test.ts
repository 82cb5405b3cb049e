import {
  comparing,
  isNetwork,
  ofRate,
  programWhere,
} from '../../support/entities/decision-programs.ts';
import { type Ask, aMerchant, switchInMemory } from '../../support/switch/switch-in-memory.ts';

/** A merchant and its clock, with another merchant beside it. */
async function aWorld() {
  const world = switchInMemory();
  const { clock } = world.dependencies;
  clock.now = new Date('2026-03-01T10:00:00.500Z');
  const { key } = await aMerchant(world);
  const other = await aMerchant(world, 'merchant_other');
  const ask = (verb: string, body?: unknown, request: Ask = {}) =>
    world.ask(`routing.${verb}`, { key, ...(body !== undefined && { body }), ...request });
  const pass = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1_000);
  };
  return { ...world, ask, other, pass };
}

const threeDs = programWhere([isNetwork('Visa')], { override_3ds: 'three_ds' });
const surcharge = programWhere([isNetwork('Visa')], ofRate(1.5, 19), { surcharge_details: null });
const began = Date.parse('2026-03-01T10:00:00Z') / 1_000;

const kinds = [
  {
    name: 'decision',
    body: (changes: object = {}) => ({ name: 'mine', algorithm: threeDs, ...changes }),
    record: { name: 'mine', program: threeDs },
    member: 'program',
  },
  {
    name: 'surcharge',
    body: (changes: object = {}) => ({
      name: 'mine',
      merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
      algorithm: surcharge,
      ...changes,
    }),
    record: {
      name: 'mine',
      merchant_surcharge_configs: { show_surcharge_breakup_screen: true },
      algorithm: surcharge,
    },
    member: 'algorithm',
  },
] as const;

const notThere = {
  status: 404,
  body: {
    error: expect.objectContaining({
      code: 'HE_02',
      message: 'Resource ID does not exist in our records',
    }),
  },
};

describe.each(kinds)(
  'the program of /routing/decision ($name)',
  ({ name, body, record, member }) => {
    it('a decision program is answered as it is stored, with its times in whole seconds', async () => {
      const { ask } = await aWorld();
      const expected = { ...record, created_at: began, modified_at: began };
      expect(await ask(`save-${name}`, body())).toMatchObject({ status: 200, body: expected });
      expect((await ask(`retrieve-${name}`)).body).toEqual(expected);
    });

    it('a decision program is replaced, and keeps the time of its creation, and its name unless another is given', async () => {
      const { ask, pass } = await aWorld();
      await ask(`save-${name}`, body());
      pass(60);
      const algorithm = { defaultSelection: {}, rules: [], metadata: { again: true } };
      const { body: after } = await ask(`save-${name}`, body({ name: undefined, algorithm }));
      const expected = { name: 'mine', created_at: began, modified_at: began + 60 };
      expect(after).toMatchObject({ ...expected, [member]: algorithm });
      expect((await ask(`retrieve-${name}`)).body).toEqual(after);
    });

    it('a decision program gets a name when none is given', async () => {
      const { ask } = await aWorld();
      const { body: saved } = await ask(`save-${name}`, body({ name: undefined }));
      expect(saved.name).toMatch(/decision$/);
    });

    it('a decision program does not exist before it is stored, after it is deleted, and for other merchants', async () => {
      const { ask, other } = await aWorld();
      expect(await ask(`retrieve-${name}`)).toMatchObject(notThere);
      expect(await ask(`delete-${name}`)).toMatchObject(notThere);
      await ask(`save-${name}`, body());
      const elsewhere = { key: other.key };
      expect(await ask(`retrieve-${name}`, undefined, elsewhere)).toMatchObject(notThere);
      expect(await ask(`delete-${name}`, undefined, elsewhere)).toMatchObject(notThere);
      expect(await ask(`delete-${name}`)).toMatchObject({ status: 200, text: '' });
      expect(await ask(`retrieve-${name}`)).toMatchObject(notThere);
      expect(await ask(`save-${name}`, body())).toMatchObject({ status: 200 });
    });

    it('a decision program is refused with the rule and the comparison that cannot be used', async () => {
      const { ask } = await aWorld();
      const condition = [isNetwork('Visa'), comparing('colour', 'equal', 'enum_variant', 'red')];
      const algorithm = programWhere(condition, {});
      expect(await ask(`save-${name}`, body({ algorithm }))).toMatchObject({
        status: 422,
        body: {
          error: {
            code: 'IR_06',
            message: "Invalid program: rule 'first', comparison 1.2 ('colour equal'): unknown key",
          },
        },
      });
      expect(await ask(`retrieve-${name}`)).toMatchObject(notThere);
    });

    it.each([
      ['of two that are stored first at once', false],
      ['of two that replace another at once', true],
    ])('a decision program is one whole program, %s', async (_, isThere) => {
      const { ask } = await aWorld();
      if (isThere) await ask(`save-${name}`, body());
      const both = await Promise.all(
        ['one', 'two'].map((one) => ask(`save-${name}`, body({ name: one }))),
      );
      const won = both.filter(({ status }) => status === 200);
      expect(won.length).toBeGreaterThan(0);
      for (const { status, text } of both)
        if (status !== 200) expect(text).toContain('being changed by another');
      const { body: shown } = await ask(`retrieve-${name}`);
      expect(won.map((one) => one.body)).toContainEqual(shown);
    });

    it('a decision program may call the selection of a rule routingOutput', async () => {
      const { ask } = await aWorld();
      const { rules, ...program } = name === 'decision' ? threeDs : surcharge;
      const named = rules.map(
        ({ connectorSelection, ...rule }: { connectorSelection: object }) => ({
          ...rule,
          routingOutput: connectorSelection,
        }),
      );
      const { body: saved } = await ask(
        `save-${name}`,
        body({ algorithm: { ...program, rules: named } }),
      );
      expect(saved[member]).toEqual({ ...program, rules });
    });
  },
);

describe('a program about 3-D Secure', () => {
  it('a program about 3-D Secure may be called program instead of algorithm', async () => {
    const { ask } = await aWorld();
    const { body } = await ask('save-decision', { program: threeDs });
    expect(body.program).toEqual(threeDs);
  });

  it('a program about 3-D Secure is required', async () => {
    const { ask } = await aWorld();
    expect(await ask('save-decision', { name: 'mine' })).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_04', message: 'Missing required param: algorithm' } },
    });
  });

  it('a program about 3-D Secure may use facts that only 3-D Secure knows, which a program about surcharges may not', async () => {
    const { ask } = await aWorld();
    const algorithm = programWhere([comparing('issuer_name', 'equal', 'str_value', 'Bank')], {});
    expect(await ask('save-decision', { algorithm })).toMatchObject({ status: 200 });
    const stated = { merchant_surcharge_configs: {}, algorithm };
    expect(await ask('save-surcharge', stated)).toMatchObject({ status: 422 });
  });
});

describe('a program about surcharges', () => {
  it.each([
    ['a percentage below 0', ofRate(-0.01)],
    ['a percentage above 100', ofRate(100.01)],
    ['a percentage with three decimals', ofRate(1.005)],
    ['a tax above 100 percent', ofRate(1, 101)],
    [
      'an amount above what a payment may have',
      { surcharge_details: { surcharge: { type: 'fixed', value: { amount: 1_000_000_000 } } } },
    ],
    ['another type', { surcharge_details: { surcharge: { type: 'share', value: {} } } }],
  ])('a program about surcharges is refused with %s', async (_, selection) => {
    const { ask } = await aWorld();
    const algorithm = programWhere([isNetwork('Visa')], selection);
    const stated = { merchant_surcharge_configs: {}, algorithm };
    expect(await ask('save-surcharge', stated)).toMatchObject({
      status: 400,
      body: { error: { code: 'IR_06' } },
    });
  });

  it.each([0, 0.01, 1.15, 2.75, 33.33, 99.99, 100])(
    'a program about surcharges may have a rate of %d',
    async (rate) => {
      const { ask } = await aWorld();
      const algorithm = programWhere([isNetwork('Visa')], ofRate(rate));
      const stated = { merchant_surcharge_configs: {}, algorithm };
      expect(await ask('save-surcharge', stated)).toMatchObject({ status: 200 });
    },
  );
});
