import { aboutNamed } from '#connectors/abouts.ts';
import { endingVersions, findingLine } from '../../../scripts/laptop/machine-findings.ts';

const stripe = aboutNamed('stripe');
if (!stripe?.api) throw new Error('Stripe states the version of its API.');
const ending = (endsOn?: string) => [
  { ...stripe, api: { version: '2022-11-15', readOn: '2026-12-01', ...(endsOn && { endsOn }) } },
];
const at = new Date('2026-12-01T00:00:00Z');

it('a version of an API that ends within half a year is reported, and one that has ended', () => {
  const lines = (endsOn?: string) => endingVersions(ending(endsOn), at).map(findingLine);
  expect(lines()).toEqual([]);
  expect(lines('2027-12-31')).toEqual([]);
  expect(lines('2027-01-31')).toEqual([
    expect.stringContaining('Stripe: version 2022-11-15 of its API ends on 2027-01-31.'),
  ]);
  expect(lines('2026-11-30')).toEqual([expect.stringContaining('ended on 2026-11-30')]);
});
