// The program that `npm run generate` starts: it sends the recorded answers to its parent.
import '../../../tools/tests/stand-ins.mjs';

const { recordedAnswers } = await import('./recorded-answers.ts');
process.send?.(await recordedAnswers(), () => process.exit());
