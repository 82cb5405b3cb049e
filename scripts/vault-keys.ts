import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { RotateKeysRequest } from '../shared/vault/jobs/rotate-keys.ts';
import { vaultKeysDocument } from './vault-keys-document.ts';

const help = `The keys of the vault.

  npm run --silent vault-keys -- describe
      describes algorithms and keys, and who may use them, as docs/vault-keys.md has it

  npm run --silent vault-keys -- rotate --stage S --tenant T --class C --version N
      prints the command of the AWS CLI that replaces a key which others may know; it can be
      repeated, and does it once. Nothing is called from here.

      --stage S      sandbox or production
      --tenant T     whose key it is: a merchant_id
      --class C      pan, face or fpr
      --version N    which version of it others may know
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stage: { type: 'string' },
    tenant: { type: 'string' },
    class: { type: 'string' },
    version: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const [command] = positionals;

if (command === 'describe' && !options.help) process.stdout.write(vaultKeysDocument());
else if (command === 'rotate' && !options.help) rotate();
else {
  process.stdout.write(help);
  process.exitCode = options.help ? 0 : 1;
}

function rotate() {
  const { stage, tenant } = options;
  const compromised = { keyClass: options.class, version: Number(options.version) };
  const request = v.safeParse(RotateKeysRequest, { tenant, compromised });
  const isTenant = /^[A-Za-z0-9._-]+$/.test(tenant ?? '');
  if (!request.success || !isTenant || !['sandbox', 'production'].includes(stage ?? '')) {
    process.stderr.write(help);
    process.exitCode = 1;
    return;
  }
  // The role has a name of its own, which ends in the region; the function's is made by CloudFormation.
  const role = `turnout-${stage}-vault-job-rotate-keys-`;
  const found = `aws lambda list-functions --output text --query "Functions[?contains(Role, ':role/${role}')].FunctionName"`;
  process.stdout.write(
    [
      `aws lambda invoke --function-name "$(${found})"`,
      '--cli-binary-format raw-in-base64-out --cli-read-timeout 960',
      `--payload '${JSON.stringify(request.output)}' /dev/stdout\n`,
    ].join(' \\\n  '),
  );
}
