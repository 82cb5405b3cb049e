import { readFileSync } from 'node:fs';
import path from 'node:path';
import { plantedDefects } from './planted-defects.ts';

describe('a defect that is planted', () => {
  const root = path.join(import.meta.dirname, '..', '..');

  it.each(plantedDefects.map((one) => [one.name, one] as const))(
    'a planted defect fits the present product, in one place: %s',
    (_, { file, from }) => {
      const whole = readFileSync(path.join(root, file), 'utf8');
      expect(whole.split(from)).toHaveLength(2);
    },
  );
});
