import {
  CommandFailed,
  type ParsedArguments,
  type Report,
  turnoutCommand,
  UsageError,
} from '../command-line/command.ts';
import { inLine } from '../command-line/printable.ts';
import { type Environment, runAsProgram } from '../command-line/program.ts';
import { withAwsErrors } from '../operate/aws-errors.ts';
import type { KnownKey, NamedKeys } from '../operate/named-keys.ts';

const help = `Makes, lists and revokes keys that have a name: of operators, or with --vault of the vault. Wraps
merchants' own keys under one.

  npx turnout keys make --name ana.lima
  npx turnout keys list --table NAME --stage production
  npx turnout keys revoke --name ana.lima --table NAME --stage production
  npx turnout keys make --name till --vault URL [--merchant MERCHANT_ID]
  npx turnout keys share --table NAME --key ARN

make prints the key, once: only its hash is stored. list shows when each was last used, to the hour.
A revoked key is refused within a second, and its name is never given again, because the log names
the operator of each request by it.

share wraps the key of each merchant under one that a container opens once, so that a thousand small
merchants cost no call of KMS each. CloudTrail then names no merchant in the uses of that key. Run it
when every function reads that form, one release after the one that brought it, and again for
merchants who came later.

  --name NAME      of a person or a program: at most 40 lower-case letters, digits, dots and hyphens
  --table NAME     the table of a deployment's stack Data, reached with the credentials of the AWS CLI, which need
                   dynamodb:Query, GetItem and UpdateItem on it, and the use of its key
  --key ARN        of share: the key of the stack Data, with the rights kms:Decrypt and
                   kms:GenerateDataKey on it, and dynamodb:Scan and PutItem on the table
  --stage S        sandbox or production: the stage that has the table
  --vault URL      the keys of this vault, with https unless it is on this machine
  --merchant ID    whose key of the vault it is; the deployment's own without it
  --console URL    the console of the switch on this machine; http://127.0.0.1:3004 without it
  --help           shows this

Environment:
  ADMIN_API_KEY    the key of an operator, which makes keys of the vault; on this machine test_admin without it
  VAULT_API_KEY    a key of the vault, which makes, lists and revokes those of the same merchant

Without --table and --vault it is about the switch on this machine. Ends with 1 when there is no such
key, or the name was used before.
`;

const options = {
  name: 'value',
  table: 'value',
  stage: 'value',
  vault: 'value',
  merchant: 'value',
  console: 'value',
  key: 'value',
} as const;
const places = ['table', 'stage', 'vault', 'console'] as const;
const words = {
  make: [...places, 'name', 'merchant'],
  list: places,
  revoke: [...places, 'name'],
  share: ['table', 'key'],
} as const;
type Given = ParsedArguments<keyof typeof options, keyof typeof words>;

export const keys = turnoutCommand(
  { name: 'npx turnout keys', help, options, words },
  async (given, { progress }, { environment, now }): Promise<Report> => {
    if (given.word === 'share') {
      const table = given.required('table', 'the table of the stack Data');
      const key = given.required('key', "the ARN of the key that wraps merchants' keys");
      const { shareMerchantKeys } = await import('../operate/share-merchant-keys.ts');
      return withAwsErrors('', () =>
        shareMerchantKeys({ environment, name: table }, key, progress),
      );
    }
    const named = given.word === 'list' ? '' : nameIn(given);
    const stored = await keysOf(given, environment, now);
    if (given.word === 'make') {
      const key = await stored.make(named);
      if (key !== undefined) return { value: { name: named, key }, text: key };
      throw new CommandFailed(`The name ${named} was used before: choose another.`);
    }
    if (given.word === 'revoke') {
      const key = await stored.revoke(named);
      if (key) return { value: key, text: `${named} is revoked.` };
      throw new CommandFailed(`There is no key named ${named}: "npx turnout keys list" shows all.`);
    }
    const all = await stored.list();
    return { value: { keys: all }, text: all.map(lineOf).join('') };
  },
);

function nameIn(given: Given): string {
  given.required('name', 'of the person or program that has the key');
  return given.matching('name', /^[a-z0-9](?:[a-z0-9.-]{0,38}[a-z0-9])?$/, 'ana.lima') ?? '';
}

async function keysOf(given: Given, environment: Environment, now: () => Date): Promise<NamedKeys> {
  const [table, vault] = [given.text('table'), given.url('vault')];
  const isOfTable = table !== undefined;
  if ([isOfTable, vault !== undefined, given.has('console')].filter(Boolean).length > 1) {
    throw new UsageError('--table, --vault and --console exclude each other.');
  }
  if (given.has('stage') && !isOfTable) throw new UsageError('--stage goes with --table.');
  if (given.has('merchant') && !vault) throw new UsageError('--merchant goes with --vault.');
  const { consoleKeys, tableKeys, vaultKeys } = await import('../operate/named-keys.ts');
  if (vault) {
    return vaultKeys({ url: vault, environment, merchantId: given.text('merchant') });
  }
  if (isOfTable) {
    const stage = given.oneOf('stage', ['sandbox', 'production']);
    if (stage === undefined) given.required('stage', 'sandbox or production');
    return tableKeys({ environment, name: table }, stage === 'production' ? 'prd' : 'snd', now);
  }
  return consoleKeys(given.url('console'), environment);
}

const lineOf = ({ name, createdAt, lastUsedAt, revokedAt }: KnownKey) =>
  `${inLine(name)}  made ${createdAt}  ${lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`}${
    revokedAt === null ? '' : `  revoked ${revokedAt}`
  }\n`;

await runAsProgram(import.meta, keys);
