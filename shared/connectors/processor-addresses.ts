import * as v from 'valibot';
import { environment, sandboxUrl } from '#platform/stage.ts';
import type { ProcessorAddresses } from './base-urls.ts';

/** Which of a processor's addresses this deployment asks. */
export const processorAddresses = (): ProcessorAddresses => ({
  isProduction: environment() === 'prd',
  sandbox: sandboxUrl(),
  overrides: connectorUrls(process.env.CONNECTOR_URLS),
});

/** Base URLs that the operator states instead of processors' own, by connector name, as JSON. */
function connectorUrls(stated: string | undefined): Readonly<Record<string, string>> {
  return stated ? v.parse(v.record(v.string(), v.string()), JSON.parse(stated)) : {};
}
