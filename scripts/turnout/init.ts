import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Processor, processors } from '#connectors/sandbox/processors.ts';
import { CallFailed, caller } from '../../console/json-calls.ts';
import { sendSafely } from '../../console/safe-request.ts';
import { CommandFailed } from '../command-line/command.ts';
import { inLine } from '../command-line/printable.ts';
import { type Environment, runAsProgram } from '../command-line/program.ts';
import { type KnownMerchant, knownMerchant, rememberMerchant } from './merchants.ts';
import { type SwitchAccess, switchCommand, switchOptionsHelp } from './switch-access.ts';

const help = `Makes a merchant that can take a payment, and prints a .env for its programs.

  npx turnout init [--merchant shop] [--connector stripe_test] [--endpoint URL] > .env

  --merchant ID    the merchant account to make, or to complete; shop without it
  --connector NAME one of ${processors.join(', ')};
                   stripe_test without it
  --endpoint URL   where the merchant's webhooks go; none without it
${switchOptionsHelp}

The same command again makes nothing twice and prints the same: keys are remembered on this machine, in a file that
only you may read. What an earlier call left undone is done.
`;

const Account = v.object({
  default_profile: v.string(),
  publishable_key: v.string(),
  payment_response_hash_key: v.string(),
});
const ApiKey = v.object({ api_key: v.string() });
const Connectors = v.array(v.object({ connector_name: v.string() }));

export const init = switchCommand(
  {
    name: 'init',
    help,
    options: { merchant: 'value', connector: 'value', endpoint: 'value' },
  },
  async (given, access, { isJson }, { environment }) => {
    const merchantId =
      given.matching('merchant', /^[\w-]{1,64}$/, 'shop_1: letters, digits, _ and -') ?? 'shop';
    const connector = given.oneOf('connector', processors) ?? 'stripe_test';
    const endpoint = given.url('endpoint');
    const merchant = await merchantAt(access, { environment, merchantId, endpoint });
    rememberMerchant(environment, merchant);
    await connected(merchant, connector);
    return { value: merchant, text: isJson ? '' : dotenv(merchant) };
  },
);

interface Wanted {
  readonly environment: Environment;
  readonly merchantId: string;
  readonly endpoint: URL | undefined;
}

/** The merchant account, made or found, with a key that works. */
async function merchantAt(
  access: SwitchAccess,
  { environment, merchantId, endpoint }: Wanted,
): Promise<KnownMerchant> {
  const account = await accountOf(access, merchantId, endpoint);
  return {
    url: access.url,
    merchantId,
    profileId: account.default_profile,
    apiKey: await keyOf(access, knownMerchant(environment, access.url, merchantId), merchantId),
    publishableKey: account.publishable_key,
    webhookSecret: account.payment_response_hash_key,
  };
}

async function accountOf(
  { url, asOperator }: SwitchAccess,
  merchantId: string,
  endpoint: URL | undefined,
): Promise<v.InferOutput<typeof Account>> {
  const details = endpoint && { webhook_details: { webhook_url: endpoint.href } };
  const body = { merchant_id: merchantId, ...details };
  try {
    return await asOperator(`${url}/accounts`, Account, body);
  } catch (error) {
    // It exists, from an earlier call.
    if (!(error instanceof CallFailed) || !error.isRefusal) throw error;
  }
  if (!endpoint) return asOperator(`${url}/accounts/${merchantId}`, Account);
  return asOperator(`${url}/accounts/${merchantId}`, Account, body);
}

/** The remembered key where it still works, else a new one. */
async function keyOf(
  { url, asOperator }: SwitchAccess,
  before: KnownMerchant | undefined,
  merchantId: string,
): Promise<string> {
  if (before && (await works(url, merchantId, before.apiKey))) return before.apiKey;
  const wanted = { name: 'turnout init', expiration: 'never' };
  const { api_key } = await asOperator(`${url}/api_keys/${merchantId}`, ApiKey, wanted);
  return api_key;
}

async function works(url: string, merchantId: string, apiKey: string): Promise<boolean> {
  const { status } = await sendSafely(`${url}/account/${merchantId}/connectors`, {
    headers: { 'api-key': apiKey },
  });
  return status !== 401;
}

/** Connects the merchant to a simulated processor, unless it is connected. */
async function connected({ url, merchantId, apiKey }: KnownMerchant, connector: Processor) {
  const asMerchant = caller({ 'api-key': apiKey });
  const connectors = `${url}/account/${merchantId}/connectors`;
  const known = await asMerchant(connectors, Connectors);
  if (known.some(({ connector_name }) => connector_name === connector)) return;
  await asMerchant(connectors, v.unknown(), {
    connector_type: 'payment_processor',
    connector_name: connector,
    connector_account_details: {
      auth_type: 'HeaderKey',
      api_key: randomBytes(24).toString('base64url'),
    },
  });
}

function dotenv(merchant: KnownMerchant): string {
  return `TURNOUT_URL=${quoted(merchant.url)}
TURNOUT_MERCHANT_ID=${merchant.merchantId}
TURNOUT_PROFILE_ID=${quoted(merchant.profileId)}
TURNOUT_API_KEY=${quoted(merchant.apiKey)}
TURNOUT_PUBLISHABLE_KEY=${quoted(merchant.publishableKey)}
TURNOUT_WEBHOOK_SECRET=${quoted(merchant.webhookSecret)}
`;
}

/**
 * A value for a shell that reads the lines, and for `node --env-file`. The switch gave it, and a
 * merchant may choose its webhook secret: no shell may run a part of it.
 */
function quoted(value: string): string {
  if (/^[\w.:/@%+=,-]*$/.test(value)) return value;
  if (/^[^'\p{Cc}]*$/u.test(value)) return `'${value}'`;
  throw new CommandFailed(
    `A value of the switch has no place in a .env, as it has a quote or a control character: ${inLine(value)}`,
  );
}

await runAsProgram(import.meta, init);
