import { type ParsedArguments, turnoutCommand, UsageError } from '../command-line/command.ts';
import { type Environment, runAsProgram } from '../command-line/program.ts';
import { withAwsErrors } from '../operate/aws-errors.ts';

const help = `Reads the audit trail of the vault.

  npx turnout vault-audit verify --table NAME [--from 2030-01-31T10:00] [--role ARN …]
  npx turnout vault-audit export --table NAME --tenant ID --by NAME [--since 2030-01-31] [--role ARN …]

verify recomputes the chain of seals and names the first minute that differs from its seal.
Compare the hash that it prints with the newest line "audit sealed" in the log of the job seal-audit.
It ends with 1 when a minute differs from its seal.
export writes all lines of one tenant, one JSON object a line. It adds a line saying that NAME read
them.

  --table NAME     the table of the audit trail: output AuditTable of the stack of the vault.
                   VAULT_AUDIT_TABLE in the environment says it too
  --role ARN       takes this role first: output AuditorRole of the stack of the vault. The table lets
                   in that role alone, so without it the credentials must be of that role already
  --mfa DEVICE     the ARN of the device that shows codes, where the role asks for one
  --code 123456    the code that the device shows
  --from MINUTE    where verify begins; the oldest minute that is kept without it
  --since TIME     where export begins; the first line of the tenant without it
  --tenant ID      whose lines are exported: a merchant_id
  --by NAME        who exports them
  --help           shows this

Credentials and Region are those of the AWS CLI.
`;

const ofBoth = ['table', 'role', 'mfa', 'code'] as const;
const options = {
  table: 'value',
  role: 'value',
  mfa: 'value',
  code: 'value',
  from: 'value',
  since: 'value',
  tenant: 'value',
  by: 'value',
} as const;
const words = {
  verify: [...ofBoth, 'from'],
  export: [...ofBoth, 'since', 'tenant', 'by'],
} as const;
type Asked = ParsedArguments<keyof typeof options, keyof typeof words>;

const hint =
  'The audit trail lets in the role of auditors alone: --role with the output AuditorRole of the stack of the vault.';

export const vaultAudit = turnoutCommand(
  { name: 'npx turnout vault-audit', help, options, words },
  async (given, output, { environment, now }) => {
    if (given.word === 'export') {
      const tenant = given.required('tenant', 'whose lines are to be exported');
      const by = given.required('by', 'who exports them');
      const since = given.matching('since', /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/, '2030-01-31');
      const trail = trailOf(given, environment, by);
      const { exportLines } = await import('../operate/vault-trail.ts');
      return withAwsErrors(hint, () =>
        exportLines(trail, { tenant, by, since, now: now() }, output),
      );
    }
    const from = given.matching('from', /^\d{4}-\d\d-\d\dT\d\d:\d\d$/, '2030-01-31T10:00');
    const trail = trailOf(given, environment, 'vault-audit');
    const { verifyTrail } = await import('../operate/vault-trail.ts');
    return withAwsErrors(hint, () => verifyTrail(trail, { from, now: now() }));
  },
);

/** The table of the audit trail, and the role that may read it. */
function trailOf(given: Asked, environment: Environment, by: string) {
  const name = given.text('table') ?? environment.VAULT_AUDIT_TABLE;
  if (!name) throw new UsageError('--table is missing: the table of the audit trail.');
  const role = given.matching(
    'role',
    /^arn:[\w-]+:iam::\d{12}:role\/\S+$/,
    'arn:aws:iam::…:role/…',
  );
  const code = given.matching('code', /^\d{6}$/, '123456');
  const device = given.text('mfa');
  if ((code === undefined) !== (device === undefined)) {
    throw new UsageError('--mfa and --code go together: the device, and the code that it shows.');
  }
  if (role === undefined && device) throw new UsageError('--mfa is for taking a role: --role.');
  const mfa = device && code ? { device, code } : undefined;
  return { environment, name, role: role === undefined ? undefined : { role, by, mfa } };
}

await runAsProgram(import.meta, vaultAudit);
