/**
 * Runs the requests of Hyperswitch's mobile SDK without a phone: its own compiled hooks, as plain
 * functions. React gives them the values that a screen would have; every other package that is not
 * here is a stand-in whose members are all there and do nothing.
 *
 * Reads a task from its standard input. Writes the requests that the SDK sent, and its reading of
 * the answers.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const task = JSON.parse(await text(process.stdin));

/** The names that the SDK reads of each package, for the modules that stand in. */
const namesOf = new Map();
for (const file of globSync(join(task.folder, '{src,shared-code}/**/*.bs.js'))) {
  const code = readFileSync(file, 'utf8');
  const known = (name) => namesOf.get(name) ?? namesOf.set(name, new Set()).get(name);
  for (const [, as, name] of code.matchAll(/import \* as (\w+) from "([^."][^"]*)"/g)) {
    for (const [, member] of code.matchAll(new RegExp(`\\b${as}\\.(\\w+)`, 'g'))) {
      known(name).add(member);
    }
  }
  for (const [, list, name] of code.matchAll(/import \{([^}]*)\} from "([^."][^"]*)"/g)) {
    for (const one of list.split(',')) known(name).add(one.trim().split(' as ')[0]);
  }
}

const anything = () =>
  new Proxy(() => {}, {
    get: (_, name) => {
      if (name === Symbol.toPrimitive) return () => '';
      return name === 'then' ? undefined : anything();
    },
    apply: () => anything(),
    construct: () => anything(),
  });
const withMembers = (members) =>
  new Proxy(members, { get: (known, name) => known[name] ?? anything() });

const values = new Map();
const opened = [];
const standIns = {
  react: withMembers({
    createContext: (initial) => ({ initial }),
    useContext: (context) => values.get(context) ?? context.initial,
    useState: (initial) => [typeof initial === 'function' ? initial() : initial, () => {}],
    useRef: (current) => ({ current }),
    useCallback: (callback) => callback,
    useMemo: (make) => make(),
    useEffect: () => {},
  }),
  'react-native': withMembers({ Platform: { OS: task.platform } }),
  'base-64': { decode: (coded) => Buffer.from(coded, 'base64').toString() },
  'react-native-inappbrowser-reborn': {
    InAppBrowser: {
      isAvailable: async () => true,
      openAuth: async (url) => {
        opened.push(url);
        return { type: 'cancel' };
      },
    },
  },
};
globalThis.standIn = (name) => standIns[name] ?? anything();
globalThis.require = (path) => (path.endsWith('.json') ? { version: '1.0.0' } : anything());

registerHooks({
  resolve(name, context, next) {
    const isHere = name.startsWith('.')
      ? existsSync(new URL(name, context.parentURL))
      : /^(rescript|@rescript\/core|@glennsl|file:|node:)/.test(name);
    return isHere ? next(name, context) : { url: `stand-in:${name}`, shortCircuit: true };
  },
  load(url, context, next) {
    if (!url.startsWith('stand-in:')) return next(url, context);
    const name = url.slice('stand-in:'.length);
    const members = [...(namesOf.get(name) ?? [])].map(
      (member) => `const own_${member} = all.${member}; export { own_${member} as ${member} };`,
    );
    const source = [
      `const all = standIn(${JSON.stringify(name)}); export default all;`,
      ...members.filter((line) => !line.includes(' own_default ')),
    ].join('\n');
    return { format: 'module', source, shortCircuit: true };
  },
});

const sent = [];
const send = globalThis.fetch;
globalThis.fetch = async (url, request) => {
  const answer = await send(url, request);
  const path = new URL(url).pathname;
  if (path !== '/logs/sdk') {
    sent.push({ method: request?.method ?? 'GET', path, status: answer.status });
  }
  return answer;
};

const part = (path) => import(pathToFileURL(join(task.folder, path)).href);
const hooks = await part('src/hooks/AllPaymentHooks.bs.js');
const props = await part('src/contexts/NativePropContext.bs.js');
const bodies = await part('src/utility/logics/PaymentUtils.bs.js');
const buttons = await part('src/hooks/ButtonHook/ButtonHook.bs.js');
const lists = await part('src/types/AllApiDataTypes/ClientResponseType.bs.js');
const configs = await part('shared-code/sdk-utils/utils/SdkConfigParser.bs.js');

const native = {
  ...props.defaultValue,
  paymentSessionConfig: {
    clientSecret: task.clientSecret,
    paymentId: task.clientSecret.split('_secret')[0],
    sdkAuthorization: task.sdkAuthorization,
  },
  sdkParams: { ...props.defaultValue.sdkParams, appId: task.appId },
  hyperswitchConfig: {
    ...props.defaultValue.hyperswitchConfig,
    publishableKey: task.publishableKey,
    customEndpoints: {
      commonEndpoint: undefined,
      overrideEndpoints: {
        customBackendEndpoint: task.url,
        customLoggingEndpoint: `${task.url}/logs/sdk`,
        customAssetEndpoint: task.url,
      },
    },
  },
};
values.set(props.nativePropContext, [native, () => {}]);

const listed = await hooks.useFetchClientData()();
const config = configs.itemToObjMapper(await hooks.useSdkConfigHook()());
const client = lists.parseClientResponse(listed, config, [], []);
const { payment_type, payment_type_str, return_url } = client.intent_data;

/** A confirm as the SDK sends it, and the result that it gives the app. */
const confirmed = (body) =>
  new Promise((resolve) => {
    const confirm = hooks.useRedirectHook();
    const failed = (error) => resolve({ failed: error });
    const succeeded = (paymentStatus, status) => resolve({ paymentStatus, status });
    const { publishableKey, clientSecret, method } = task;
    confirm(JSON.stringify(body), publishableKey, clientSecret, failed, method, [], succeeded);
  });

/** The wallet's data as the SDK reads them off the sheet that the phone has shown. */
const fromSheet = ({ [task.type]: sheet }) => {
  const { _0: read } = buttons.useProcessPayButtonResult()(task.type.toUpperCase(), sheet);
  return { wallet: { [task.type]: read } };
};

const tasks = {
  show: async () => ({
    methods: client.payment_methods_enabled.map((one) => one.payment_method_type),
    saved: client.customer_payment_methods.map(({ card }) => card.last4_digits),
  }),
  pay: () =>
    confirmed(
      bodies.generateCardConfirmBody(
        native,
        task.method,
        task.type,
        task.sheet ? fromSheet(task.sheet) : task.data,
        payment_type,
        payment_type_str,
        return_url,
        task.isSaved ?? false,
        undefined,
        true,
        false,
      ),
    ),
  'pay with the saved card': () => {
    const [{ payment_token }] = client.customer_payment_methods;
    return confirmed(
      bodies.generateSavedCardConfirmBody(native, 'card', payment_token, '123', payment_type_str),
    );
  },
  check: () => hooks.useEligibilityCheckHook()(task.method, task.data),
  retrieve: () => hooks.useRetrieveHook()('Payment', task.clientSecret, task.publishableKey, true),
  wallets: () => hooks.useSessionTokenHook()([]),
};
const told = await tasks[task.do]();
process.stdout.write(JSON.stringify({ told, sent, opened }), () => process.exit(0));
