import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { turnoutCommand } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import { withAwsErrors } from './operate/aws-errors.ts';

const help = `Checks in a real account what no test of this repository can know, and prints a report.

  npx turnout first-hour --stage STAGE [--profile NAME] [--region REGION]
  npx turnout first-hour --write

  --stage STAGE    sandbox or production
  --profile NAME   credentials of this profile
  --region REGION  a Region other than that of the credentials
  --write          writes docs/first-hour.md anew, and asks nothing of AWS
  --help           shows this

There are ten checks, in the order in which docs/first-hour.md goes through them. Each is good, wrong, or open
where nothing shows it yet. The command only reads. It ends with 1 when something is wrong.
`;

export const firstHour = turnoutCommand(
  {
    name: 'npx turnout first-hour',
    help,
    options: { stage: 'value', profile: 'value', region: 'value', write: 'flag' },
  },
  async (given, { progress }, { environment }) => {
    if (given.has('write')) return { value: { written: await writePage() }, text: '' };
    given.required('stage', 'sandbox or production');
    const stage = given.oneOf('stage', ['sandbox', 'production']) ?? '';
    const asked = { profile: given.text('profile'), region: given.text('region') };
    const { checkFirstHour } = await import('./operate/first-hour-account.ts');
    const findings = await withAwsErrors('', () =>
      checkFirstHour(stage, { environment, asked, say: progress }),
    );
    const isWrong = findings.some(({ result }) => result === 'wrong');
    return { value: { stage, findings }, text: '', code: isWrong ? 1 : 0 };
  },
);

/** Writes the page of the checks, and returns its name. */
async function writePage(): Promise<string> {
  const { firstHourDocument } = await import('./operate/first-hour-report.ts');
  const page = 'docs/first-hour.md';
  writeFileSync(join(import.meta.dirname, '..', page), firstHourDocument());
  return page;
}

await runAsProgram(import.meta, firstHour);
