import type { RotateKeysRequest } from '#vault/jobs/rotate-keys.ts';
import { type Report, turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const help = `The keys of the vault.

  npx turnout vault-keys describe
      describes algorithms and keys, and who may use them, as docs/vault-keys.md has it

  npx turnout vault-keys rotate --stage S --tenant T --class C --version N
      prints the command of the AWS CLI that replaces a key which others may know; it can be
      repeated, and does it once. Nothing is called from here.

      --stage S      sandbox or production
      --tenant T     whose key it is: a merchant_id
      --class C      pan, display or fingerprint
      --version N    which version of it others may know

  --help             shows this
`;

export const vaultKeys = turnoutCommand(
  {
    name: 'npx turnout vault-keys',
    help,
    options: { stage: 'value', tenant: 'value', class: 'value', version: 'value' },
    words: { describe: [], rotate: ['stage', 'tenant', 'class', 'version'] },
  },
  async (given) => {
    if (given.word === 'describe') {
      // Imported late, because it loads the whole app, which no other word needs.
      const { vaultKeyUsers, vaultKeysDocument } = await import(
        '../documents/vault-keys-document.ts'
      );
      const users = vaultKeyUsers();
      const document = vaultKeysDocument(users);
      return { value: { users, document }, text: document };
    }
    const stage = given.oneOf('stage', ['sandbox', 'production']);
    if (stage === undefined) given.required('stage', 'sandbox or production');
    given.required('tenant', 'whose key it is');
    const tenant = given.matching('tenant', /^[A-Za-z0-9._-]+$/, 'merchant_1');
    const keyClass = given.oneOf('class', ['pan', 'display', 'fingerprint']);
    if (keyClass === undefined) given.required('class', 'pan, display or fingerprint');
    given.required('version', 'which version of the key others may know');
    const version = given.wholeNumber('version', { least: 1, most: 1_000_000 });
    const compromised = { keyClass, version };
    const [v, { RotateKeysRequest }] = await Promise.all([
      import('valibot'),
      import('#vault/jobs/rotate-keys.ts'),
    ]);
    return rotate(`${stage}`, v.parse(RotateKeysRequest, { tenant, compromised }));
  },
);

function rotate(stage: string, request: RotateKeysRequest): Report {
  // The role's name is fixed and ends in the Region; CloudFormation generates the function's name.
  const role = `turnout-${stage}-vault-job-rotate-keys-`;
  const found = `aws lambda list-functions --output text --query "Functions[?contains(Role, ':role/${role}')].FunctionName"`;
  const command = [
    `aws lambda invoke --function-name "$(${found})"`,
    '--cli-binary-format raw-in-base64-out --cli-read-timeout 960',
    `--payload '${JSON.stringify(request)}' /dev/stdout`,
  ].join(' \\\n  ');
  return { value: { command }, text: command };
}

await runAsProgram(import.meta, vaultKeys);
