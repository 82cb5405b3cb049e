import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { sealPartition } from '#vault/audit/audit-seals.ts';
import { auditPartition } from '#vault/audit/audit-trail.ts';
import type { PersonCredentials } from '../../local/run-assembly.ts';
import { vaultAudit } from '../../scripts/turnout/vault-audit.ts';
import { idOf } from '../support/deployment/template-ids.ts';
import { runCommand } from '../support/runner/run-command.ts';
import { aRunningSwitch } from '../support/switch/a-running-switch.ts';
import { successful } from '../support/switch/merchant.ts';
import { adminKey, textAt } from '../support/switch/switch.ts';

const account = '000000000000';
const region = 'eu-west-1';
let roleId: string;
/** A role of people that is granted everything, but that no policy of the vault names. */
const administratorId = 'Administrator';
const tables: Record<string, string> = {};

const live = aRunningSwitch({
  start: {
    change(templates) {
      const [vault, accounts] = [templates.get('Vault'), templates.get('ApiAccounts')];
      if (!vault || !accounts) throw new Error('A stack is missing.');
      roleId = idOf(vault, /^Auditor[0-9A-F]{8}$/);
      for (const name of ['Audit', 'Cards', 'Codes', 'Keys', 'Credentials']) {
        const id = idOf(vault, new RegExp(`^${name}[0-9A-F]{8}$`));
        tables[name] = `turnout-laptop-vault-${id}`;
      }
      accounts.Resources[administratorId] = administrator;
    },
  },
});
beforeAll(async () => {
  await storeACard();
});

const allowing = (Principal: object, rest: object) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', ...Principal, ...rest }],
});
const administrator = {
  Type: 'AWS::IAM::Role',
  Properties: {
    RoleName: 'administrator',
    AssumeRolePolicyDocument: allowing(
      { Principal: { AWS: account } },
      { Action: 'sts:AssumeRole' },
    ),
    Policies: [
      {
        PolicyName: 'Everything',
        PolicyDocument: allowing({}, { Action: '*', Resource: '*' }),
      },
    ],
  },
};

async function storeACard() {
  const { call, vaultUrl } = live.running;
  const path = (rest: string, key: string) => `${vaultUrl}/api/v1/${rest}?api_key=${key}`;
  const made = await call('POST', `${vaultUrl}/api/v1/api_keys`, {
    key: adminKey,
    body: { api_key: { merchant_id: 'shop_east' } },
  });
  const key = textAt(successful(made), 'data.attributes.api_key');
  const card = {
    card_number: '4242424242424242',
    service_code: '737',
    expiration_month: '08',
    expiration_year: '2035',
  };
  successful(await call('POST', path('cards', key), { body: { card } }));
}

/** Calls the command as a person does who has these credentials. */
const audit = (
  args: readonly string[],
  person: PersonCredentials,
  environment: Readonly<Record<string, string>> = {},
) =>
  runCommand(vaultAudit, args, {
    environment: {
      AWS_REGION: region,
      AWS_ENDPOINT_URL_DYNAMODB: person.endpoint,
      AWS_ACCESS_KEY_ID: person.accessKeyId,
      AWS_SECRET_ACCESS_KEY: person.secretAccessKey,
      AWS_SESSION_TOKEN: person.sessionToken,
      VAULT_AUDIT_TABLE: tables.Audit,
      ...environment,
    },
  });

const auditor = () => live.running.assembly.credentialsOf(roleId);
const exporting = ['export', '--tenant', 'shop_east', '--by', 'ana.lima'];
const typesIn = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type);

describe('a person with the role of auditors', () => {
  it('an auditor verifies the audit trail, minute by minute', async () => {
    const sealing = live.running.assembly.functions.find(({ logicalId }) =>
      logicalId.startsWith('vaultjobssealaudit'),
    );
    await live.running.assembly.invoke(sealing?.logicalId ?? '', {});
    const { code, out, error } = await audit(['verify'], auditor());
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ intact: true, hash: expect.any(String) });
    expect(JSON.parse(out).minutes).toBeGreaterThan(0);
    const asDocument = await audit(['verify', '--json'], auditor());
    expect(JSON.parse(asDocument.out)).toMatchObject({ intact: true });
    expect(asDocument.out.trim().split('\n')).toHaveLength(1);
  });

  it("an auditor exports a tenant's audit records, and the export is recorded too", async () => {
    const first = await audit(exporting, auditor());
    expect([first.code, first.error]).toEqual([0, '']);
    expect(typesIn(first.out)).toEqual(expect.arrayContaining(['card.stored', 'api_key.created']));
    const second = await audit(exporting, auditor());
    const readings = second.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'audit.read');
    expect(readings[0]).toMatchObject({ actor: { kind: 'operator', id: 'ana.lima' } });
    const third = await audit([...exporting, '--json'], auditor());
    expect(JSON.parse(third.out.split('\n')[0] ?? '')).toHaveProperty('request_id');
  });

  it("an auditor's command first assumes the role when asked, with an MFA code", async () => {
    const asked: URLSearchParams[] = [];
    const sts = http.createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      asked.push(new URLSearchParams(Buffer.concat(parts).toString()));
      response.setHeader('content-type', 'text/xml').end(assumed(auditor()));
    });
    sts.listen(0, '127.0.0.1');
    await once(sts, 'listening');
    const address = sts.address() as AddressInfo;
    const device = `arn:aws:iam::${account}:mfa/ana`;
    // Her own credentials reach nothing in the vault, with any grants.
    const herself = live.running.assembly.credentialsOf(administratorId);
    const { roleArn } = auditor();
    const request = ['--role', roleArn, '--mfa', device, '--code', '123456'];
    const { code, out, error } = await audit([...exporting, ...request], herself, {
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${address.port}`,
    });
    sts.close();
    sts.closeAllConnections();
    expect([code, error]).toEqual([0, '']);
    expect(typesIn(out)).toContain('card.stored');
    expect(asked.map((one) => Object.fromEntries(one))).toEqual([
      expect.objectContaining({
        Action: 'AssumeRole',
        RoleArn: roleArn,
        RoleSessionName: 'ana.lima',
        SerialNumber: device,
        TokenCode: '123456',
      }),
    ]);
  });

  it("an auditor's role needs each of its grants", async () => {
    const { iam } = live.running.assembly;
    const table = `arn:aws:dynamodb:${region}:${account}:table/${tables.Audit}`;
    const needed = [
      ['dynamodb:Query', table, ['verify']],
      ['dynamodb:Query', `${table}/index/by-list`, exporting],
      ['dynamodb:PutItem', table, exporting],
    ] as const;
    for (const [action, resource, args] of needed) {
      const grant = { functionLogicalId: roleId, action, resource };
      const { code, error } = await iam.without(grant, () => audit(args, auditor()));
      expect([code, error]).toEqual([2, expect.stringContaining(`perform: ${action}`)]);
    }
  });

  it('an auditor reads no card, no key, no credential and no service code', async () => {
    const dynamodb = clientOf(auditor());
    for (const name of ['Cards', 'Codes', 'Keys', 'Credentials']) {
      const query = new QueryCommand({
        TableName: tables[name] ?? '',
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'TENANT#shop_east#CARDS' } },
      });
      await expect(dynamodb.send(query)).rejects.toThrow(
        'explicit deny in a resource-based policy',
      );
    }
  });

  it('an auditor can add audit records, and no seal', async () => {
    const put = (pk: string) =>
      clientOf(auditor()).send(
        new PutItemCommand({
          TableName: tables.Audit ?? '',
          Item: { pk: { S: pk }, sk: { S: '2030-01-31T10:00' } },
        }),
      );
    await expect(put(sealPartition)).rejects.toThrow('not authorized');
    await put(auditPartition('2030-01-31T10:00', 0));
  });
});

describe('a person with full access, but without the role', () => {
  it.each([['verify'], ['export']])(
    "a person with full access, but without the auditors' role, is refused %s, and the message names the role",
    async (word) => {
      const args = word === 'export' ? exporting : [word];
      const refused = await audit(args, live.running.assembly.credentialsOf(administratorId));
      expect([refused.code, refused.out]).toEqual([2, '']);
      expect(refused.error).toContain('explicit deny in a resource-based policy');
      expect(refused.error).toContain('--role with the output AuditorRole');
      expect(refused.error).not.toMatch(/^ {4}at /m);
    },
  );
});

const clientOf = ({ endpoint, ...credentials }: PersonCredentials) =>
  new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 1 });

const assumed = ({ accessKeyId, secretAccessKey, sessionToken }: PersonCredentials) =>
  `
<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
  <Credentials>
    <AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>
    <SessionToken>${sessionToken}</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>
  </Credentials>
</AssumeRoleResult></AssumeRoleResponse>`.trim();
