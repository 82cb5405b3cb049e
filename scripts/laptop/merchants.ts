import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { Environment } from '../command-line/program.ts';

/** A merchant that `init` made, with all that its programs need. */
export const KnownMerchant = v.object({
  url: v.string(),
  merchantId: v.string(),
  profileId: v.string(),
  apiKey: v.string(),
  publishableKey: v.string(),
  /** The key that signs the merchant's webhooks. */
  webhookSecret: v.string(),
});
export type KnownMerchant = v.InferOutput<typeof KnownMerchant>;

const Known = v.array(KnownMerchant);

/** Where `init` remembers the merchants that it made, with their keys. */
const merchantsFile = ({ TURNOUT_MERCHANTS: named }: Environment): string =>
  named || join(import.meta.dirname, '..', '..', '.turnout', 'merchants.json');

/** The merchants that `init` made on this machine; a file that is not understood holds none. */
function knownMerchants(file: string): readonly KnownMerchant[] {
  try {
    const parsed = v.safeParse(Known, JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.output : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The newest merchant that `init` made at a switch, or the one of this name. */
export const knownMerchant = (
  environment: Environment,
  url: string,
  merchantId?: string,
): KnownMerchant | undefined =>
  knownMerchants(merchantsFile(environment)).findLast(
    (one) => one.url === url && (merchantId === undefined || one.merchantId === merchantId),
  );

/** Remembers a merchant, in a file that only its owner may read. */
export function rememberMerchant(environment: Environment, merchant: KnownMerchant): void {
  const file = merchantsFile(environment);
  const others = knownMerchants(file).filter(
    ({ url, merchantId }) => url !== merchant.url || merchantId !== merchant.merchantId,
  );
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify([...others, merchant], null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
