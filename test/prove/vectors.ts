import { command } from '../../scripts/command-line/command.ts';
import { runAsProgram } from '../../scripts/command-line/program.ts';
import type { Checked } from './vectors/check-vectors.ts';
import { shown } from './vectors/differences.ts';
import { allExceptions } from './vectors/exceptions.ts';
import { flows, readVectorFiles } from './vectors/vector-file.ts';

const help = `Compares our connectors with recorded exchanges, and prints each difference.

  npm run vectors -- DIR
      runs every vector of the .json files in DIR: our connector is asked what the vector asks, its
      request is compared with the recorded one, and the recorded answer is given to it. What it makes
      of the answer is applied to a payment or a refund, and the status that a merchant would see is
      compared. The last line is "vectors: EQUAL/TOTAL".

  --only CONNECTOR   only this connector's vectors
  --flow FLOW        only one flow: ${flows.slice(0, 7).join(', ')},
                     ${flows.slice(7, 11).join(', ')},
                     ${flows.slice(11).join(', ')}
  --id ID            one vector, with the request and the answer in full
  --verbose          prints excepted differences too, with their reasons
  --help             shows this

A difference is a line "path: recorded → ours". Members that are null, absent or empty objects are the
same, and so are 65.4 and 65.40. Credentials, versions and content types of the headers count.

While you write a connector: run --only CONNECTOR --flow authorize until it is equal, then the next
flow; --id shows one vector whole. What an earlier answer asked to be stored (connector_metadata)
reaches the connector as texts by the innermost names. Steps before the one of the vector are answered
with the recordings of customer_create, payment_method_token and access_token in the same file.

Differences that are meant stand in test/shared/connectors/NAME/exceptions.txt: "id | path | reason", a line
each; an id that ends with * names all that begin alike.
Where every difference of a vector has one, the vector counts as equal in the last line; the line before
says how many do. Ends with 1 when another one differs.
`;

export const vectors = command(
  {
    name: 'npm run vectors',
    help,
    options: { only: 'value', flow: 'value', id: 'value', verbose: 'flag' },
    operands: ['DIR'],
  },
  async (given, { output }) => {
    const [folder = ''] = given.operands;
    const id = given.text('id');
    const flow = given.oneOf('flow', flows);
    const vectors = readVectorFiles(folder);
    // Imported late, because they load every connector.
    const [{ connectorNamed }, { checkVectors, summaryOf }] = await Promise.all([
      import('#connectors/registry.ts'),
      import('./vectors/check-vectors.ts'),
    ]);
    const checked = await checkVectors(vectors, {
      connectorNamed,
      exceptions: allExceptions(),
      connector: given.text('only'),
      flow,
      id,
    });
    const isVerbose = given.has('verbose') || id !== undefined;
    for (const one of checked) {
      if (isVerbose || one.verdict === 'different') output.write(partOf(one, isVerbose));
      if (id !== undefined) output.write(wholeOf(one));
    }
    output.write(`${summaryOf(checked)}\n`);
    return checked.some(({ verdict }) => verdict === 'different') ? 1 : 0;
  },
);

/** The differences of a vector; nothing where all of them are meant. */
function partOf({ vector, differences, verdict }: Checked, isVerbose: boolean): string {
  const lines = differences
    .filter(({ exception }) => isVerbose || !exception)
    .map((one) => `  ${shown(one)}${one.exception ? `\n    meant: ${one.exception.reason}` : ''}`);
  return lines.length > 0 ? `${vector.id} (${verdict})\n${lines.join('\n')}\n` : '';
}

function wholeOf({ vector, requests }: Checked): string {
  const whole = { ...vector, our_requests: requests };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

await runAsProgram(import.meta, vectors);
