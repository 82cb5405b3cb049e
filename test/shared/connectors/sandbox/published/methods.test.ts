import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { methods } from '#connectors/sandbox/published/methods.ts';
import { magicAmounts } from '#sandbox/method-verdict.ts';

const page = readFileSync(
  fileURLToPath(new URL('../../../../../docs/test-payment-methods.md', import.meta.url)),
  'utf8',
);

const takings = Object.entries(methods).flatMap(([method, types]) =>
  Object.entries(types).flatMap(([type, { shapes }]) =>
    Object.entries(shapes).map(([shape, way]) => [method, type, shape, way] as const),
  ),
);

describe('the page for testers', () => {
  it.each(takings)(
    'the page for testers shows how %s %s (%s) is accepted: %s',
    (method, type, shape, way) => {
      const row = page
        .split('\n')
        .find((line) => line.startsWith(`| \`${method}\` |`) && line.endsWith(`| ${way} |`));
      expect(row).toContain(`\`${type}\``);
      const isOneOfSeveral =
        takings.filter((one) => one[0] === method && one[1] === type).length > 1;
      if (isOneOfSeveral) expect(row).toContain(`\`${type}\` (\`${shape}\`)`);
    },
  );

  it('the page for testers lists the amounts that decide', () => {
    for (const digits of Object.values(magicAmounts)) expect(page).toContain(`| \`${digits}\` |`);
  });
});
