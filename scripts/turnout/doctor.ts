import { turnoutCommand } from '../command-line/command.ts';
import { runAsProgram } from '../command-line/program.ts';

const help = `Says what this machine has, what it lacks, and how to get it.

  npx turnout doctor

  --help           shows this

Ends with 1 where something is missing that "npm ci && npm start" needs. The rest is needed by single commands only.
`;

export const doctor = turnoutCommand(
  { name: 'npx turnout doctor', help, options: {} },
  async (_given, _output, { environment }) => {
    const { findingLine, machineFindings } = await import('../laptop/machine-findings.ts');
    const findings = await machineFindings(environment);
    return {
      value: { findings },
      text: findings.map(findingLine).join(''),
      code: findings.some(({ isThere, isOptional }) => !isThere && !isOptional) ? 1 : 0,
    };
  },
);

await runAsProgram(import.meta, doctor);
