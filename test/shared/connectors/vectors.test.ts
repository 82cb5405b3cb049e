import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectorNamed } from '#connectors/registry.ts';
import { type Checked, checkVectors, summaryOf } from '../../prove/vectors/check-vectors.ts';
import { shown } from '../../prove/vectors/differences.ts';
import { allExceptions } from '../../prove/vectors/exceptions.ts';
import { readVectorFiles } from '../../prove/vectors/vector-file.ts';

/** Recorded exchanges of a public reference implementation, beside the repository. */
const folder = join(import.meta.dirname, '../../../../shared/oracles/connectors');
const exceptions = allExceptions();

/**
 * At most this part of the vectors of the connectors that we have may need an exception. The
 * recorded library treats changes as done that processors have only accepted, so that every refund
 * there needs one. It writes the quantity of each PayPal order as a number, which PayPal describes
 * as a text.
 */
const mostExcepted = 0.35;

const withVectors = existsSync(folder) ? describe : describe.skip;

withVectors(`the recorded exchanges in ${folder}, which is skipped where it is absent`, () => {
  let all: readonly Checked[] = [];
  let checked: readonly Checked[] = [];
  beforeAll(async () => {
    all = await checkVectors(readVectorFiles(folder), { connectorNamed, exceptions });
    checked = all.filter(({ verdict }) => verdict !== 'no adapter');
  });

  it('the published vectors differ from our connectors only where an exception gives the reason', () => {
    const unexplained = checked
      .filter(({ verdict }) => verdict === 'different')
      .map(({ vector, differences }) => [
        vector.id,
        ...differences.filter(({ exception }) => !exception).map(shown),
      ]);
    expect(unexplained).toEqual([]);
  });

  it('the published vectors rarely need an exception', () => {
    const excepted = checked.filter(({ verdict }) => verdict === 'excepted');
    expect(excepted.length).toBeLessThanOrEqual(checked.length * mostExcepted);
  });

  it('the published vectors need every exception', () => {
    const used = new Set(
      all.flatMap(({ differences }) => differences.map(({ exception }) => exception)),
    );
    expect(exceptions.filter((one) => !used.has(one))).toEqual([]);
  });

  afterAll(() => {
    const meant = exceptions.map(({ id, path, reason }) => `${id}: ${path}: ${reason}`);
    process.stdout.write(`${[...meant, summaryOf(all)].join('\n')}\n`);
  });
});
