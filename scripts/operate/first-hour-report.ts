import { type Check, checks, type Finding, type FirstHourAccount } from './first-hour-checks.ts';

/**
 * Runs the checks that a program can run, one after the other, and prints each result. A check that
 * cannot read its facts is reported, and the others run. Resolves with the exit code: 1 when a
 * check fails.
 */
export async function reportFirstHour(
  account: FirstHourAccount,
  stage: string,
  say: (line: string) => void,
): Promise<number> {
  let mistakes = 0;
  for (const [index, check] of checks.entries()) {
    const { result, found } = await findingOf(check, account, stage);
    say(`${String(index + 1).padStart(2)}  ${result.padEnd(5)}  ${check.title}: ${found}`);
    if (result !== 'wrong') continue;
    mistakes += 1;
    say(`           ${check.otherwise}`);
  }
  say(
    mistakes > 0
      ? `${mistakes} of ${checks.length} are wrong.`
      : 'Nothing is wrong. What is open needs the command that docs/deploy.md names for it.',
  );
  return mistakes > 0 ? 1 : 0;
}

async function findingOf(
  { run }: Check,
  account: FirstHourAccount,
  stage: string,
): Promise<Finding> {
  if (!run) return { result: 'open', found: 'only you can see it.' };
  try {
    return await run(account, stage);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { result: 'wrong', found: `it could not be read. ${reason}` };
  }
}

export const firstHourHeading = '## 16. The first hour in a real account';

/** The section of docs/deploy.md about the checks, from its heading to its end. */
export function firstHourSection(): string {
  const parts = checks.map(({ title, unknown, command, shows, otherwise, run }, index) =>
    [
      `**${index + 1}. ${title}.** Not known here: ${unknown}.${run ? '' : ' Only you can see it.'}`,
      `\`\`\`sh\n${command}\n\`\`\``,
      `*It should show:* ${shows}\n\n*If not:* ${otherwise}`,
    ].join('\n\n'),
  );
  return [
    firstHourHeading,
    'No test of this repository proves this section, because none runs on AWS. Go through it once with a sandbox, in this order, before the first production. It takes about two hours, most of them waiting, and costs less than a dollar.',
    '`npx turnout first-hour --stage sandbox` runs the checks that a program can run, prints the result of each (`good`, `wrong`, or `open` where nothing shows it yet), and changes nothing. Run it after each step. It ends with 1 when something is wrong.',
    ...parts,
  ].join('\n\n');
}
