import { turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';
import { withAwsErrors } from '../operate/aws-errors.ts';

const help = `Checks in a real account what no test of this repository can know, and prints a report.

  npx turnout first-hour --stage STAGE [--profile NAME] [--region REGION]

  --stage STAGE    sandbox or production
  --profile NAME   credentials of this profile
  --region REGION  a Region other than that of the credentials
  --help           shows this

There are ten checks, in the order in which docs/first-hour.md goes through them. Each is good, wrong, or open
where nothing shows it yet. The command only reads. It ends with 1 when something is wrong.
`;

export const firstHour = turnoutCommand(
  {
    name: 'npx turnout first-hour',
    help,
    options: { stage: 'value', profile: 'value', region: 'value' },
  },
  async (given, { progress }, { environment }) => {
    given.required('stage', 'sandbox or production');
    const stage = given.oneOf('stage', ['sandbox', 'production']) ?? '';
    const asked = { profile: given.text('profile'), region: given.text('region') };
    const { checkFirstHour } = await import('../operate/first-hour-account.ts');
    const findings = await withAwsErrors('', () =>
      checkFirstHour(stage, { environment, asked, say: progress }),
    );
    const isWrong = findings.some(({ result }) => result === 'wrong');
    return { value: { stage, findings }, text: '', code: isWrong ? 1 : 0 };
  },
);

await runAsProgram(import.meta, firstHour);
