import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A map of two cells that share a vault; the second gets new merchants. */
export const twoCells = {
  vaultAccount: '222222222222',
  newMerchants: 'eu-2',
  cells: {
    'eu-1': {
      account: '111111111111',
      region: 'eu-west-1',
      url: 'https://eu-1.pay.example.com',
      expectedRate: 800,
    },
    'eu-2': {
      account: '333333333333',
      region: 'eu-west-1',
      url: 'https://eu-2.pay.example.com',
      expectedRate: 200,
    },
  },
  merchants: { merchant_1: 'eu-1', merchant_2: 'eu-2' },
};

/** The same cells, each with a vault of its own. */
export const ownVaults = {
  newMerchants: twoCells.newMerchants,
  cells: twoCells.cells,
  merchants: twoCells.merchants,
};

/**
 * The path of a file with this map. Its name follows from the content, so that an app that was
 * synthesized for it is found again.
 */
export function cellMapFile(map: object): string {
  const text = JSON.stringify(map);
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `turnout-cells-${digest}.json`);
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
