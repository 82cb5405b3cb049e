import * as v from 'valibot';
import type { About, MethodAbility } from '#connectors/interface/about.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { CardNetwork } from '#vocabulary/payment-methods.ts';
import { alpha3 } from './alpha3.ts';
import { methodName } from './method-name.ts';
import type {
  ConnectorFeatures,
  FeatureMatrixResponse,
  SupportedPaymentMethod,
} from './operations.ts';

/** The settings that decide a deployment's connectors, and their addresses. */
export interface DeploymentOfConnectors {
  readonly isProduction: boolean;
  /** Whether the sandbox processor is deployed. */
  readonly testConnectors: boolean;
}

/** The abilities of each connector of a deployment, by name. */
export function featureMatrix(
  abouts: readonly About[],
  { isProduction, testConnectors }: DeploymentOfConnectors,
): FeatureMatrixResponse {
  const connectors = abouts
    .filter(({ addresses }) => addresses || testConnectors)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((about) => featuresOf(about, isProduction));
  return { connector_count: connectors.length, connectors };
}

const featuresOf = (about: About, isProduction: boolean): ConnectorFeatures => ({
  name: about.name.toUpperCase(),
  display_name: about.displayName,
  description: about.description,
  base_url: about.addresses?.api?.[isProduction ? 'live' : 'test'] ?? null,
  // Banks and checks of other kinds have no data of this form.
  category: 'payment_gateway',
  integration_status: about.integrationStatus ?? 'alpha',
  supported_payment_methods: about.methods.map(supported),
  supported_webhook_flows: [...about.webhooks],
});

const supported = (ability: MethodAbility): SupportedPaymentMethod => ({
  payment_method: ability.method,
  payment_method_type: ability.type,
  payment_method_type_display_name: methodName(ability.type),
  mandates: support(ability.mandates),
  refunds: support(ability.refunds),
  supported_capture_methods: [...ability.captureMethods],
  ...(ability.method === 'card' && {
    three_ds: support(ability.threeDs === true),
    no_three_ds: support(true),
    supported_card_networks: v.parse(v.array(CardNetwork), ability.networks ?? CardNetwork.options),
  }),
  supported_countries:
    ability.countries?.map((country) => alpha3[v.parse(Country, country)]) ?? null,
  supported_currencies: ability.currencies ? v.parse(v.array(Currency), ability.currencies) : null,
});

const support = (isSupported: boolean) => (isSupported ? 'supported' : 'not_supported');
