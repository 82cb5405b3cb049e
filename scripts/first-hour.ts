import { readFileSync, writeFileSync } from 'node:fs';
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
  --write          writes the checks into docs/deploy.md anew, and asks nothing of AWS
  --help           shows this

There are ten checks, in the order in which docs/deploy.md goes through them. Each is good, wrong, or open
where nothing shows it yet. The command only reads. It ends with 1 when something is wrong.
`;

export const firstHour = turnoutCommand(
  {
    name: 'npx turnout first-hour',
    help,
    options: { stage: 'value', profile: 'value', region: 'value', write: 'flag' },
  },
  async (given, { progress }, { environment }) => {
    if (given.has('write')) return { value: { written: await writeSection() }, text: '' };
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

/** Writes the section of a page, which ends where the next one begins. Returns the page. */
async function writeSection(): Promise<string> {
  const { firstHourHeading, firstHourSection } = await import('./operate/first-hour-report.ts');
  const page = 'docs/deploy.md';
  const file = join(import.meta.dirname, '..', page);
  const text = readFileSync(file, 'utf8');
  const [before = '', after = ''] = text.split(`${firstHourHeading}\n`);
  const next = after.search(/^## /m);
  const rest = next < 0 ? '' : `\n${after.slice(next)}`;
  writeFileSync(file, `${before.trimEnd()}\n\n${firstHourSection()}\n${rest}`);
  return page;
}

await runAsProgram(import.meta, firstHour);
