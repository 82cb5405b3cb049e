import { type Check, checks, type Finding, type FirstHourAccount } from './first-hour-checks.ts';

/** The result of one check. */
export interface CheckFinding extends Finding {
  /** From 1 to ten. */
  readonly number: number;
  readonly title: string;
  /** The remedy, where it is wrong. */
  readonly otherwise?: string;
}

/**
 * Runs the checks that a program can run, one after the other, and prints each result. A check that
 * cannot read its facts is wrong, and the others run.
 */
export async function reportFirstHour(
  account: FirstHourAccount,
  stage: string,
  say: (line: string) => void,
): Promise<readonly CheckFinding[]> {
  const findings: CheckFinding[] = [];
  for (const [index, check] of checks.entries()) {
    const { title, otherwise } = check;
    const found = await findingOf(check, account, stage);
    const remedy = found.result === 'wrong' ? { otherwise } : {};
    const finding = { number: index + 1, title, ...found, ...remedy };
    findings.push(finding);
    for (const line of linesOf(finding)) say(line);
  }
  const mistakes = findings.filter(({ result }) => result === 'wrong').length;
  say(
    mistakes > 0
      ? `${mistakes} of ${checks.length} are wrong.`
      : 'Nothing is wrong. What is open needs the command that docs/first-hour.md names for it.',
  );
  return findings;
}

const linesOf = ({ number, result, title, found, otherwise }: CheckFinding) => [
  `${String(number).padStart(2)}  ${result.padEnd(5)}  ${title}: ${found}`,
  ...(otherwise === undefined ? [] : [`           ${otherwise}`]),
];

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

/** The page docs/first-hour.md about the checks, whole. */
export function firstHourDocument(): string {
  const parts = checks.map(({ title, unknown, command, shows, otherwise, run }, index) =>
    [
      `**${index + 1}. ${title}.** Not known here: ${unknown}.${run ? '' : ' Only you can see it.'}`,
      `\`\`\`sh\n${command}\n\`\`\``,
      `*It should show:* ${shows}\n\n*If not:* ${otherwise}`,
    ].join('\n\n'),
  );
  return [
    '# The first hour in a real account',
    'No test of this repository proves this page, because none runs on AWS. Go through it once with a sandbox, in this order, before the first production. It takes about two hours, most of them waiting, and costs less than a dollar.',
    '`npx turnout first-hour --stage sandbox` runs the checks that a program can run, prints the result of each (`good`, `wrong`, or `open` where nothing shows it yet), and changes nothing. Run it after each step. It ends with 1 when something is wrong.',
    ...parts,
  ]
    .join('\n\n')
    .concat('\n');
}
