import { vaultRoles } from '../../../../lib/vault/vault-roles.ts';
import { vaultKeysDocument } from '../../../../scripts/documents/vault-keys-document.ts';

describe('functions that create keys', () => {
  const makers = vaultRoles({ name: 'production' }).filter(({ access }) => access.makes?.length);

  it.each(makers.map((one) => [one.functionName, one.access] as const))(
    'every function that creates keys can look for them, store them and audit that: %s',
    (_, { makes = [], tables }) => {
      const isOfCodes = makes.includes('cvc');
      const isOfCards = makes.some((keyClass) => keyClass !== 'cvc');
      expect(tables?.audit).toContain('PutItem');
      if (isOfCards) expect(tables?.keys).toEqual(expect.arrayContaining(['Query', 'PutItem']));
      if (isOfCodes) expect(tables?.codes).toEqual(expect.arrayContaining(['GetItem', 'PutItem']));
    },
  );
});

describe('the description of the keys', () => {
  it("the keys' description states for each class how long its keys are used, and by whom", () => {
    const text = vaultKeysDocument();
    expect(text).toContain('365 days or 2,147,483,648 records');
    expect(text).toContain('730 days');
    expect(text).toContain('15 minutes');
    const users = text.slice(text.indexOf('## Who may use them'));
    for (const keyClass of ['pan', 'display', 'fingerprint']) {
      expect(users).toMatch(
        new RegExp(`\\| \`${keyClass}\` \\|.*\`vault-jobs.rotate-keys\` \\|$`, 'm'),
      );
    }
    // The job that rotates keys has nothing to do with service codes.
    expect(users).toMatch(/^\| `cvc` \|.*\| none \|$/m);
  });
});
