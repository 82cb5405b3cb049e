import * as v from 'valibot';
import { longestRegion } from '../../lib/constructs/physical-name.ts';
import { mostCellsOfVault } from '../../lib/settings/cell-map.ts';
import { withClient } from '../clients/with-client.ts';
import { cellMapFile, twoCells } from '../support/deployment/cell-map-file.ts';
import {
  iamSimulate,
  isAllowedByIam,
  knownConditions,
  policyDocument,
} from '../support/deployment/iam-simulate.ts';
import { PolicyStatement } from '../support/deployment/policy-statement.ts';
import { type Resource, synthesized } from '../support/deployment/synthesized-app.ts';

const region = 'eu-west-1';
const vaultAccount = '222222222222';
const settings = {
  vaultDomain: 'cards.shop.example',
  vaultCertificateArn: `arn:aws:acm:us-east-1:${vaultAccount}:certificate/12ab-34cd`,
};
const ofMap = (map: object, cell: string) =>
  synthesized('production', { ...settings, cells: cellMapFile(map), cell }, []);
const [first, second] = [ofMap(twoCells, 'eu-1'), ofMap(twoCells, 'eu-2')];

const Policy = v.object({ Statement: v.array(PolicyStatement) });
type Policy = v.InferOutput<typeof Policy>;

/** The policy of a table or a key, as AWS reads it in this Region. */
function policyOf({ properties }: Resource, inRegion = region): Policy {
  const { Replicas, ResourcePolicy, KeyPolicy } = v.parse(
    v.object({
      Replicas: v.optional(v.array(v.object({ ResourcePolicy: v.unknown() }))),
      ResourcePolicy: v.optional(v.unknown()),
      KeyPolicy: v.optional(v.unknown()),
    }),
    properties,
  );
  const found = KeyPolicy ?? ResourcePolicy ?? Replicas?.[0]?.ResourcePolicy;
  const text = JSON.stringify(found)
    .replaceAll('<AWS::Partition>', 'aws')
    .replaceAll('<AWS::AccountId>', vaultAccount)
    .replaceAll('<AWS::Region>', inRegion);
  const { PolicyDocument } = v.parse(
    v.object({ PolicyDocument: v.optional(v.unknown()) }),
    JSON.parse(text),
  );
  return v.parse(Policy, PolicyDocument ?? JSON.parse(text));
}

const tableNames = ['Cards', 'Codes', 'Keys', 'Credentials', 'Audit'] as const;
const rootNames = ['PanRoot', 'DisplayRoot', 'CvcRoot', 'FingerprintRoot'] as const;
const principalsIn = ({ Condition }: PolicyStatement) =>
  Object.entries(Condition).flatMap(([operator, keys]) =>
    (keys['aws:PrincipalArn'] ?? []).map((arn): [string, string] => [operator, arn]),
  );

describe('a vault of several cells', () => {
  it('the stacks of the vault are the same for each cell, so that no deployment of one takes the vault from another', () => {
    const ofVault = (app: typeof first) =>
      app.resources().filter(({ name }) => /^Vault/.test(name));
    expect(ofVault(first).length).toBeGreaterThan(50);
    expect(ofVault(second)).toEqual(ofVault(first));
    expect(second.outputs('Vault', 'Settings')).toEqual(first.outputs('Vault', 'Settings'));
    expect(second.outputs('Data', 'Settings')).not.toEqual(first.outputs('Data', 'Settings'));
  });

  it('each statement that lets roles of cells in names both accounts, and each role by its whole name', () => {
    const both = JSON.stringify(
      ['111111111111', '333333333333'].map((account) => `arn:aws:iam::${account}:root`),
    );
    let count = 0;
    for (const name of [...tableNames, ...rootNames, 'Storage'] as const) {
      for (const statement of policyOf(first.resource(`Vault.${name}`)).Statement) {
        const patterns = principalsIn(statement).filter(([, arn]) => arn.includes('::*:'));
        if (patterns.length === 0 || statement.Effect === 'Deny') continue;
        count += 1;
        expect(
          JSON.stringify(v.parse(v.object({ AWS: v.unknown() }), statement.Principal).AWS),
        ).toBe(both);
        for (const [operator, arn] of patterns) {
          expect([operator, arn]).toEqual([
            'ArnLike',
            expect.stringMatching(
              /^arn:aws:iam::\*:role\/turnout-production-vault-for-[\w-]+-eu-west-1$/,
            ),
          ]);
        }
      }
    }
    expect(count).toBeGreaterThan(15);
  });

  it('each table denies the names of roles of cells in the account of the vault itself, for every action that it denies by a pattern', () => {
    for (const name of tableNames) {
      const denied = policyOf(first.resource(`Vault.${name}`)).Statement.filter(
        ({ Effect, Condition }) => Effect === 'Deny' && Object.keys(Condition).length > 0,
      );
      const byPattern = denied.filter((one) =>
        principalsIn(one).some(([, arn]) => arn.includes('::*:')),
      );
      const inVault = denied.filter(
        ({ Condition }) => Condition.StringEquals?.['aws:PrincipalAccount'],
      );
      expect(byPattern.map(({ Action }) => Action)).toEqual(inVault.map(({ Action }) => Action));
      expect(inVault).toHaveLength(1);
      for (const statement of inVault) {
        expect(statement.Condition.StringEquals).toEqual({
          'aws:PrincipalAccount': [vaultAccount],
        });
        for (const [, arn] of principalsIn(statement)) {
          expect(arn).toMatch(/^arn:aws:iam::222222222222:role\//);
          expect(arn).not.toContain('vault-for-');
        }
      }
    }
  });

  it('the policy of each table and key that names the most cells of a Region is within the limits of DynamoDB and KMS, 20 and 32 KB, in the Region with the longest name', () => {
    const cells = Object.fromEntries(
      Array.from({ length: mostCellsOfVault }, (_, index) => [
        `cell-${index}`,
        {
          ...twoCells.cells['eu-1'],
          account: String(111_111_111_100 + index),
          url: `https://c${index}.example`,
        },
      ]),
    );
    const most = ofMap({ ...twoCells, newMerchants: 'cell-0', cells, merchants: {} }, 'cell-0');
    const longest = 'x'.repeat(longestRegion);
    const sizeOf = (name: string) =>
      JSON.stringify(policyOf(most.resource(`Vault.${name}`), longest)).length;
    for (const name of tableNames) expect([name, sizeOf(name) < 20_000]).toEqual([name, true]);
    for (const name of [...rootNames, 'Storage']) {
      expect([name, sizeOf(name) < 32_000]).toEqual([name, true]);
    }
  });
});

withClient(
  {
    what: 'policies of a vault of cells, judged by iam-simulate 0.1.173',
    ...iamSimulate,
  },
  (folder) => {
    const role = 'turnout-production-vault-for-payments-confirm-eu-west-1';
    const card = `arn:aws:dynamodb:${region}:${vaultAccount}:table/turnout-production-vault-cards-${region}`;
    const key = `arn:aws:kms:${region}:${vaultAccount}:key/1234abcd-12ab-34cd-56ef-1234567890ab`;
    const everything = { Effect: 'Allow', Action: '*', Resource: '*' };

    const known = ({ Sid: _, Condition, ...statement }: PolicyStatement) => ({
      ...statement,
      Condition: knownConditions(Condition),
    });

    function may(principal: string, action: string, onTable: boolean): Promise<boolean> {
      const account = principal.split(':')[4] ?? '';
      const { Statement: statements } = policyOf(
        first.resource(onTable ? 'Vault.Cards' : 'Vault.PanRoot'),
      );
      return isAllowedByIam(folder, {
        role: principal.split('/').at(-1) ?? '',
        account,
        statements: [everything],
        action,
        resource: onTable ? card : key,
        resourceAccount: vaultAccount,
        resourcePolicy: policyDocument(statements.map(known)),
        context: {
          'aws:PrincipalArn': principal,
          'aws:PrincipalAccount': account,
          'kms:EncryptionContextKeys': ['tenant', 'class', 'version'],
        },
      });
    }

    it.each([
      ['the role of one cell', `arn:aws:iam::111111111111:role/${role}`, true],
      ['the role of the other cell', `arn:aws:iam::333333333333:role/${role}`, true],
      ['a role of that name in a third account', `arn:aws:iam::444444444444:role/${role}`, false],
      [
        'a role of that name in the vault account',
        `arn:aws:iam::${vaultAccount}:role/${role}`,
        false,
      ],
      ['a role whose path ends like it', `arn:aws:iam::111111111111:role/a:role/${role}`, false],
      ['a role whose name begins like it', `arn:aws:iam::111111111111:role/${role}-2`, false],
      ['an administrator of a cell', 'arn:aws:iam::111111111111:role/admin', false],
      ['an administrator of the vault', `arn:aws:iam::${vaultAccount}:role/admin`, false],
    ])(
      '%s reads cards and opens keys only where it is a function of a cell',
      async (_, principal, isAllowed) => {
        expect(await may(principal, 'dynamodb:GetItem', true)).toBe(isAllowed);
        expect(await may(principal, 'kms:Decrypt', false)).toBe(isAllowed);
        expect(await may(principal, 'dynamodb:Scan', true)).toBe(false);
      },
    );
  },
);
