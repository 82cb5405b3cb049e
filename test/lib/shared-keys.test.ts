import {
  environmentOf,
  type StageName,
  synthesized,
} from '../support/deployment/synthesized-app.ts';

const stages: readonly StageName[] = ['sandbox', 'production'];

/** The functions whose environment or role names a shared key. */
function holdersIn(stage: StageName, settings: Readonly<Record<string, string>>) {
  const app = synthesized(stage, settings);
  const named = (value: unknown) =>
    /"(?:Data\.AdminKey|Vault\.MasterKey)"/.test(JSON.stringify(value));
  const functions = app
    .resources('AWS::Lambda::Function')
    .filter((fn) => named(environmentOf(fn)))
    .map(({ name }) => name);
  const roles = app
    .resources()
    .filter(({ type }) => type === 'AWS::IAM::Role' || type === 'AWS::IAM::Policy')
    .filter(({ properties }) => named(properties))
    .map(({ name }) => name);
  return { functions, roles, outputs: app.outputs('Data', 'AdminKeySecret') };
}

describe.each(stages)('the keys that all operators share, in %s', (stage) => {
  it('functions read the shared keys by default, for one release', () => {
    const { functions, roles } = holdersIn(stage, {});
    expect(functions.length).toBeGreaterThan(70);
    expect(roles).toHaveLength(functions.length);
  });

  it('no function has, or may read, a shared key with sharedKeys=off', () => {
    const { functions, roles, outputs } = holdersIn(stage, { sharedKeys: 'off' });
    expect([functions, roles]).toEqual([[], []]);
    // The secrets stay for the way back.
    expect(outputs).toEqual(['Data.AdminKey']);
  });
});
