import type { VaultRole } from '../../../../lib/vault/vault-roles.ts';
import { vaultJobs, vaultRoles } from '../../../../lib/vault/vault-roles.ts';

const roles = vaultRoles({ name: 'production' });
const named = (wanted: (role: VaultRole) => boolean) =>
  roles.filter(wanted).map(({ functionName }) => functionName);

const opens = (keyClass: 'pan' | 'display' | 'cvc' | 'fingerprint') => (role: VaultRole) =>
  (role.access.opens ?? []).includes(keyClass);
const does =
  (table: 'cards' | 'keys' | 'codes' | 'credentials', action: string) => (role: VaultRole) =>
    (role.access.tables?.[table] ?? []).some((one) => one === action);
const reads = (role: VaultRole) =>
  ['GetItem', 'BatchGetItem', 'Query'].some((action) => does('cards', action)(role));
const lists = ({ access: { indexes = [] } }: VaultRole) =>
  indexes.some(({ table, index }) => table === 'cards' && index === 'by-list');

/** Those who bring cards into the vault, and those who bring them out of it again. */
const capturing = ['vault.store-card', 'vault.capture-card', 'vault.capture-cards'];
const revealing = ['vault.show-card', 'vault.send-card'];
const ofTheVault = ({ functionName }: VaultRole) => /^vault(-jobs)?\./.test(functionName);
const byName = (name: string) => {
  const found = roles.find(({ functionName }) => functionName === name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};

describe('the roles of the vault', () => {
  it("the vault's roles give card numbers only to functions that show, send or store them, and to the rotation of keys", () => {
    expect(named((role) => ofTheVault(role) && opens('pan')(role)).sort()).toEqual(
      [...capturing, ...revealing, 'vault-jobs.rotate-keys'].sort(),
    );
  });

  it("the vault's roles give cvcs only to functions that show, send or store them", () => {
    expect(named((role) => ofTheVault(role) && opens('cvc')(role)).sort()).toEqual(
      [...capturing, 'vault.send-card', 'vault.show-cvc-page', 'vault.take-cvc'].sort(),
    );
  });

  it("the vault's roles let no function that can open a number list cards, but for the rotation of keys", () => {
    expect(named((role) => lists(role) && opens('pan')(role))).toEqual(['vault-jobs.rotate-keys']);
    expect(named(lists).sort()).toEqual(['vault-jobs.rotate-keys', 'vault.list-cards']);
    // Nor with the key of the fingerprints, which would show which numbers are equal.
    expect(named((role) => lists(role) && opens('fingerprint')(role))).toEqual([
      'vault-jobs.rotate-keys',
    ]);
  });

  it("the vault's roles let no form read a card: functions that store from a browser read none", () => {
    for (const name of ['vault.store-card', 'vault.capture-card']) {
      expect([name, reads(byName(name))]).toEqual([name, false]);
    }
  });

  it("the vault's roles let no page send requests out, and no function that does list or delete cards", () => {
    expect(named(({ access }) => access.page === true && access.egress === true)).toEqual([]);
    const goingOut = named(({ access }) => access.egress === true);
    expect(goingOut.sort()).toEqual(['vault.capture-cards', 'vault.send-card']);
    for (const name of goingOut) {
      expect([name, lists(byName(name)), does('cards', 'DeleteItem')(byName(name))]).toEqual([
        name,
        false,
        false,
      ]);
    }
  });

  it("the vault's roles let functions that manage keys and credentials open no card", () => {
    const credentials = named(does('credentials', 'PutItem')).filter((name) =>
      /key|token/.test(name),
    );
    expect(credentials.sort()).toEqual([
      'vault.create-api-key',
      'vault.create-session-token',
      'vault.revoke-api-key',
    ]);
    for (const name of [
      ...credentials,
      'vault-jobs.sweep',
      'vault-jobs.seal-audit',
      'vault-jobs.check-pages',
    ]) {
      const { access, rewraps = [] } = byName(name);
      expect([name, access.opens ?? [], access.makes ?? [], rewraps]).toEqual([name, [], [], []]);
    }
  });

  it("the vault's roles let only one job wrap keys anew, which neither shows nor sends", () => {
    expect(named(({ rewraps = [] }) => rewraps.length > 0)).toEqual(['vault-jobs.rotate-keys']);
    expect(byName('vault-jobs.rotate-keys').access.egress ?? false).toBe(false);
    expect(byName('vault-jobs.rotate-keys').access.page ?? false).toBe(false);
  });

  it("the vault's roles give the check of the pages from outside no access at all", () => {
    expect(vaultJobs.find(({ name }) => name === 'check-pages')?.access).toEqual({});
  });
});
