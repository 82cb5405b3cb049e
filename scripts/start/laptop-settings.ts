import * as v from 'valibot';
import { unknownAdapter } from '#connectors/adapter-names.ts';
import { maxRefunds, parseShare } from '#platform/stage.ts';
import { connectorUrlPrefix, settings } from '../../lib/settings/settings.ts';

/** The settings of a switch on this machine. */
export interface LaptopSettings {
  /** The stated values, by the setting's name. */
  readonly given: Readonly<Record<string, string>>;
  /** Why a value cannot be used, a sentence for each. */
  readonly problems: readonly string[];
}

/** The variable of the environment that states a setting for `npm start`. */
export function laptopVariable(setting: string): string | undefined {
  if (setting === 'refundsPerPayment') return 'REFUNDS_PER_PAYMENT';
  if (setting === 'traceSampling') return 'TRACE_SAMPLING';
  if (setting === 'receiptsFrom') return 'RECEIPTS_FROM';
  return setting.startsWith(connectorUrlPrefix) ? 'CONNECTOR_URLS' : undefined;
}

/** The settings that an environment states for `npm start`, which reads no settings file. */
export function laptopSettings(environment: NodeJS.ProcessEnv): LaptopSettings {
  const refundsPerPayment = environment.REFUNDS_PER_PAYMENT || undefined;
  const traceSampling = environment.TRACE_SAMPLING || undefined;
  const connectorUrls = environment.CONNECTOR_URLS || undefined;
  const receiptsFrom = environment.RECEIPTS_FROM || undefined;
  const problems = [
    wrongRefunds(refundsPerPayment),
    wrongTraceSampling(traceSampling),
    wrongReceiptsFrom(receiptsFrom),
    wrongConnectorUrls(connectorUrls),
  ].filter((one) => one !== undefined);
  const urls = connectorUrls === undefined ? [] : (statedConnectorUrls(connectorUrls) ?? []);
  return {
    given: {
      ...(refundsPerPayment !== undefined && { refundsPerPayment }),
      ...(traceSampling !== undefined && { traceSampling }),
      ...(receiptsFrom !== undefined && { receiptsFrom }),
      ...Object.fromEntries([...urls].map(([name, url]) => [`${connectorUrlPrefix}${name}`, url])),
    },
    problems,
  };
}

function wrongRefunds(given = '1'): string | undefined {
  const most = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (most >= 1 && most <= maxRefunds) return undefined;
  return `REFUNDS_PER_PAYMENT must be a number from 1 to ${maxRefunds}, and is "${given}".`;
}

function wrongTraceSampling(given = '0'): string | undefined {
  if (parseShare(given) !== undefined) return undefined;
  return `TRACE_SAMPLING must be a number from 0 to 1, such as 0.05, and is "${given}".`;
}

function wrongReceiptsFrom(given: string | undefined): string | undefined {
  if (given === undefined || v.is(settings.receiptsFrom.kind.schema, given)) return undefined;
  return `RECEIPTS_FROM must be ${settings.receiptsFrom.kind.rule}, and is "${given}".`;
}

function wrongConnectorUrls(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const stated = statedConnectorUrls(given);
  if (!stated) {
    return 'CONNECTOR_URLS must be like stripe=https://api.stripe.com/, with commas between several.';
  }
  const [unknown] = [...stated.keys()].flatMap((name) => unknownAdapter(name) ?? []);
  return unknown && `CONNECTOR_URLS: ${unknown}`;
}

/**
 * The base URLs in `stripe=https://api.stripe.com/,adyen=sandbox` by the connectors' names;
 * undefined where a part is not `NAME=` and a URL or `sandbox`.
 */
function statedConnectorUrls(given: string): ReadonlyMap<string, string> | undefined {
  const parts = given.split(',').map((part) => {
    const [, name = '', value = ''] = /^\s*(\w+)=(\S+)\s*$/.exec(part) ?? [];
    const isUrl = /^https?:$/.test(URL.parse(value)?.protocol ?? '');
    return isUrl || value === 'sandbox' ? ([name, value] as const) : undefined;
  });
  if (parts.includes(undefined)) return undefined;
  return new Map(parts.filter((part) => part !== undefined));
}
