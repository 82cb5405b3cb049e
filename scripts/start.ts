import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stop as stopBundler } from 'esbuild';
import {
  JavaMissing,
  PortTaken,
  type RunningAssembly,
  runAssembly,
} from '../local/run-assembly.ts';
import { bundleFunctions } from '../tools/bundle-functions.ts';
import { synthesizeLaptop } from '../tools/synthesize-laptop.ts';
import { type MerchantPage, startMerchantPage } from './merchant-page.ts';

const help = `Runs the whole switch on this machine.

  npm start                        everything in memory
  npm start -- --data DIR          keeps data in DIR from one start to the next
  npm start -- --verbose           shows what the functions log
  npm start -- --help              shows this

Environment:
  PORT                3000         where the API of the switch listens
  VAULT_PORT          3001         where the card vault listens
  SANDBOX_PORT        3002         where the sandbox processor listens
  SHOP_PORT           3003         where the example shop listens, which embeds the card form
  ADMIN_API_KEY       test_admin   the operator's key
  VAULT_API_KEY       vault_test_master
                                   the master key of the card vault
  REFUNDS_PER_PAYMENT 10           a payment with so many refunds may have one more, and no other
  DYNAMODB_ENDPOINT                a DynamoDB to use instead of starting one
`;

/** Ports by API, which are the interface that other programs start the switch with. */
const ports: Readonly<Record<string, number>> = {
  'turnout-laptop': portFrom('PORT', 3000),
  'turnout-laptop-vault': portFrom('VAULT_PORT', 3001),
  'turnout-laptop-processor': portFrom('SANDBOX_PORT', 3002),
};

const shopPort = portFrom('SHOP_PORT', 3003);

await main();

async function main() {
  const { values: options } = parseArgs({
    options: {
      data: { type: 'string' },
      verbose: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (options.help) {
    process.stdout.write(help);
    return;
  }

  // The assembly lies in a folder of this run, so that two switches can run side by side.
  const directory = await mkdtemp(join(import.meta.dirname, '..', '.turnout-'));
  const running = start(directory, options).catch(explain);
  let shop: Awaited<ReturnType<typeof openShop>>;
  const stop = onceOnly(async () => {
    const assembly = await running;
    await shop?.stop();
    await assembly?.stop();
    await rm(directory, { recursive: true, force: true });
    process.exit(process.exitCode ?? 0);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // Whoever started us is gone, perhaps without a word: so are we.
  process.on('disconnect', stop);
  // Nobody reads what we say any more.
  process.stdout.on('error', stop);
  process.stderr.on('error', stop);

  const assembly = await running;
  if (!assembly) return stop();
  for (const { name, url } of assembly.apis) console.log(`${name} listens on ${url}`);
  shop = await openShop(assembly.apis);
  console.log(
    shop ? `The example shop is at ${shop.url}` : `Port ${shopPort} is taken: no example shop.`,
  );
  console.log(`The operator's key is ${adminKey()}.`);
  console.log(`The master key of the vault is ${masterKey()}.`);
  console.log('ready');
}

async function start(directory: string, options: { data?: string; verbose?: boolean }) {
  const { DYNAMODB_ENDPOINT: dynamodbEndpoint } = process.env;
  return runAssembly({
    directory: assembled(directory),
    port: ({ name }) => ports[name],
    secretValue: ({ logicalId }) => {
      if (logicalId.startsWith('AdminKey')) return adminKey();
      return logicalId.startsWith('MasterKey') ? masterKey() : undefined;
    },
    ...(options.data !== undefined && { dataDirectory: options.data }),
    ...(dynamodbEndpoint && { dynamodbEndpoint }),
    log: ({ level, source, message }) => {
      if (options.verbose || level === 'warn' || level === 'error') {
        console.error(`${level} ${source}: ${message}`);
      }
    },
  });
}

async function assembled(directory: string) {
  await bundleFunctions();
  // The bundler's own process would hold hundreds of megabytes for as long as we run.
  await stopBundler();
  const { REFUNDS_PER_PAYMENT: refundsPerPayment } = process.env;
  await synthesizeLaptop(directory, refundsPerPayment ? { refundsPerPayment } : {});
  return directory;
}

/** The shop is an example: another one on its port is no reason not to start. */
async function openShop(apis: RunningAssembly['apis']): Promise<MerchantPage | undefined> {
  const urlOf = (wanted: string) => apis.find(({ name }) => name === wanted)?.url ?? '';
  return startMerchantPage({
    port: shopPort,
    switchUrl: urlOf('turnout-laptop'),
    vaultUrl: urlOf('turnout-laptop-vault'),
    adminKey: adminKey(),
    log: (line) => console.error(`The example shop: ${line}`),
  }).catch(() => undefined);
}

/** What a newcomer can do something about is said in a line; everything else in full. */
function explain(error: unknown): undefined {
  const known = error instanceof JavaMissing || error instanceof PortTaken;
  console.error(known ? error.message : error);
  process.exitCode = 1;
}

function adminKey() {
  return process.env.ADMIN_API_KEY || 'test_admin';
}

function masterKey() {
  return process.env.VAULT_API_KEY || 'vault_test_master';
}

function portFrom(name: string, otherwise: number) {
  const given = Number(process.env[name] ?? otherwise);
  if (Number.isInteger(given) && given >= 0 && given < 65_536) return given;
  console.error(`${name} must be a port, a number from 0 to 65535.`);
  process.exit(1);
}

function onceOnly(run: () => Promise<void>) {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
