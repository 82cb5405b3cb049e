import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedErrors } from '#operator/gsm/shipped-errors.ts';
import { declineKinds } from '#vocabulary/decline-kinds.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/declines.md'), 'utf8');

it('the page of declines has a row for each kind', () => {
  const [table = ''] = /^\| Kind \|.*\n(?:\|.*\n)+/m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
  expect(rows).toEqual([...declineKinds]);
});

it('the page of declines has the unified error of each kind', () => {
  for (const kind of declineKinds) {
    const { code, message, standardisedCode } = shippedErrors[kind];
    expect(page).toContain(`| \`${kind}\` | \`${code}\` | ${message} | \`${standardisedCode}\` |`);
  }
});
