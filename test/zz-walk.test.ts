import { answerKinds, observedAnswers } from './support/fields/observed-answers.ts';
import * as scenarios from './support/fields/scenarios.ts';
import { writeFileSync } from 'node:fs';
it('walks', async () => {
  const observed = observedAnswers();
  const errors: string[] = [];
  for (const [name, run] of Object.entries(scenarios)) {
    try { await run(observed); } catch (e) { errors.push(`${name}: ${(e as Error).stack?.slice(0, 500)}`); }
  }
  const out = answerKinds().map(({ names, fields }) => {
    const m = observed.missing(names, fields);
    return m.length === 0 ? `${names[0]}: 0` : m.length === fields.length ? `${names[0]}: NOTHING of ${m.length}` : `${names[0]}: ${m.length}/${fields.length} missing\n     ${m.join(' ')}`;
  });
  writeFileSync('/tmp/fields-missing.txt', [...errors, ...observed.wrong(), ...out.sort()].join('\n'));
}, 120_000);
