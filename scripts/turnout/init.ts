import { type Processor, processors } from '#connectors/sandbox/processors.ts';
import type { TestMerchant } from '../../console/test-merchant.ts';
import { CommandFailed } from '../command-line/command.ts';
import { inLine } from '../command-line/printable.ts';
import { runAsProgram } from '../command-line/program.ts';
import { type KnownMerchant, knownMerchant, rememberMerchant } from '../laptop/merchants.ts';
import { switchCommand, switchOptionsHelp } from '../laptop/switch-access.ts';

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
    const { createTestMerchant } = await import('../../console/test-merchant.ts');
    const account = {
      merchant_id: merchantId,
      ...(endpoint && { webhook_details: { webhook_url: endpoint.href } }),
    };
    const known = knownMerchant(environment, access.url, merchantId)?.apiKey;
    const created = await createTestMerchant(access, account, { name: 'turnout init', known });
    const merchant: KnownMerchant = {
      url: access.url,
      merchantId,
      profileId: created.profileId,
      apiKey: created.apiKey,
      publishableKey: created.publishableKey,
      webhookSecret: created.hashKey,
    };
    // Before the connection, which may fail: the key is shown once.
    rememberMerchant(environment, merchant);
    await connectOnce(created, connector);
    return { value: merchant, text: isJson ? '' : dotenv(merchant) };
  },
);

/** Connects the merchant to a simulated processor, unless it is connected. */
async function connectOnce({ id, turnout, connect }: TestMerchant, connector: Processor) {
  for await (const { connector_name } of turnout.connectorAccounts.list(id)) {
    if (connector_name === connector) return;
  }
  await connect(connector);
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
