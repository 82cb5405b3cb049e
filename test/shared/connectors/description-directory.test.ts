import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { adapterNames } from '#connectors/adapter-names.ts';
import { connectorNamed } from '#connectors/registry.ts';
import { checkVectors } from '../../prove/vectors/check-vectors.ts';
import { readVectorFiles } from '../../prove/vectors/vector-file.ts';
import { descriptionsIn } from '../../support/documents/description-directory.ts';

const variable = 'PUBLISHED_DESCRIPTIONS';
const directory = process.env[variable];
const recordings = join(import.meta.dirname, '../../../../shared/oracles/connectors');
const isThere = directory !== undefined && existsSync(recordings);
const files = isThere ? readdirSync(directory) : [];
const described = adapterNames.filter((name) =>
  files.some((file) => new RegExp(`^${name}[-.].*json$`).test(file)),
);
const title = `the published descriptions in the directory that ${variable} names, skipped where it or ${recordings} is absent`;

/**
 * Differences that a processor's own pages explain, by connector: the message, and the explanation.
 */
const meant: Readonly<Record<string, readonly { readonly says: RegExp; readonly why: string }[]>> =
  {
    mollie: [
      {
        says: /^POST \/v2\/payments: {2}must have required property 'redirectUrl' \{[^;]*$/,
        why: 'A payment without a customer has no address to return to, by the text of the same member.',
      },
      {
        says: /^POST \/v2\/payments\/\{paymentId\}\/refunds: {2}must have required property 'mode' \{[^;]*$/,
        why: 'The description has the refund of an answer in the place of the request.',
      },
    ],
    stripe: [
      {
        says: /\/payment_method_data\/type must be equal to one of the allowed values \{[^;]*$/,
        why: 'What only accounts have that may send card numbers is left out of the description.',
      },
    ],
  };

(described.length > 0 ? describe : describe.skip)(title, () => {
  it.each(described)(
    'the description directory accepts every recorded request of %s',
    async (connector) => {
      const checked = await checkVectors(readVectorFiles(recordings), {
        connectorNamed,
        exceptions: [],
        connector,
      });
      const descriptions = descriptionsIn(directory ?? '', connector);
      const requests = checked
        .flatMap((one) => one.requests)
        .filter((request) => descriptions.has(request));
      const all = requests.flatMap((request) => descriptions.problemOf(request) ?? []);
      const problems = all.filter(
        (problem) => !meant[connector]?.some(({ says }) => says.test(problem)),
      );
      const passed = requests.length - all.length;
      process.stdout.write(
        `${connector}: ${passed} of ${requests.length} requests are as described, ${all.length - problems.length} otherwise for a stated reason\n`,
      );
      expect(requests.length).toBeGreaterThan(0);
      expect([...new Set(problems)]).toEqual([]);
    },
  );
});
