import { command } from './command-line/command.ts';
import { runAsProgram } from './command-line/program.ts';
import { clausesIn, countWhatClauses, textKinds, textsOf } from './documents/what-clauses.ts';

const help = `Counts the what-clauses in comments, test names and documents: "what waits to be paid" is one,
and "pending payments" says the same with a noun. npm test fails above the rates in
test/documents/words.test.ts.

  npm run words
  npm run words -- --list "test names"   also prints each place: comments, test names or documents
  npm run words -- --help                shows this
`;

export const words = command(
  { name: 'npm run words', help, options: { list: 'value' } },
  async (given, { output }) => {
    const listed = given.oneOf('list', textKinds);
    for (const kind of textKinds) {
      const texts = textsOf[kind]();
      const { words, clauses, rate } = countWhatClauses(texts);
      if (listed === kind) {
        const found = texts.filter((one) => clausesIn(one) > 0);
        for (const { place, text } of found)
          output.write(`${place}: ${text.trim().split('\n')[0]}\n`);
      }
      output.write(`${kind}: ${clauses} in ${words} words, ${rate.toFixed(2)} a thousand\n`);
    }
    return 0;
  },
);

await runAsProgram(import.meta, words);
