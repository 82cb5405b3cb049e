import type { Configuration, Profile } from '#merchants/accounts/merchant-account.ts';
import { ownMember } from '#platform/own-member.ts';
import { type PayerField, type PayerFieldName, payerFields } from '#vocabulary/payer-fields.ts';
import type { Offer } from '../../payments/offers.ts';
import type { MerchantListResponse, OfferedType } from './merchant-list-operations.ts';
import { connectorsOf, type OfferedTogether } from './offers.ts';
import { fieldsOf, optionsOf, pathOf } from './required-fields.ts';
import type { ConfiguredMethod, RawConfigs, SdkConfigResponse } from './sdk-config-operations.ts';

/**
 * The configuration of an SDK: the offers and fields of the list of payment methods, in the form
 * from which the SDK computes the fields of the chosen method at each connector by itself.
 */
export function sdkConfig(
  { account }: Configuration,
  { id, settings }: Profile,
  offered: readonly OfferedTogether[],
  { payment_methods }: Pick<MerchantListResponse, 'payment_methods'>,
): SdkConfigResponse {
  const isOn = (setting: string) => ownMember(settings, setting) === true;
  return {
    raw_configs: rawConfigs(offered.flatMap(({ offers }) => offers)),
    resolved_configs: null,
    context_used: {
      profile_id: id,
      merchant_id: account.id,
      processor_merchant_id: account.id,
      organization_id: account.organizationId,
      connector: connectorsOf(offered.flatMap(({ offers }) => offers)),
    },
    payment_methods: payment_methods.map(({ payment_method, payment_method_types }) => ({
      payment_method,
      payment_method_types: payment_method_types.map((type) => ({
        payment_method_type: type.payment_method_type,
        ...rulesOf(type, connectorsOfType(offered, payment_method, type)),
      })),
    })),
    account_config: {
      profile: {
        collect_shipping_details_from_wallet_connector: isOn(
          'collect_shipping_details_from_wallet_connector',
        ),
        collect_billing_details_from_wallet_connector: isOn(
          'collect_billing_details_from_wallet_connector',
        ),
        always_collect_shipping_details_from_wallet_connector: isOn(
          'always_collect_shipping_details_from_wallet_connector',
        ),
        always_collect_billing_details_from_wallet_connector: isOn(
          'always_collect_billing_details_from_wallet_connector',
        ),
        vaulting_action: 'skip',
      },
    },
  };
}

const connectorsOfType = (
  offered: readonly OfferedTogether[],
  method: string,
  { payment_method_type: type }: OfferedType,
) =>
  connectorsOf(
    offered
      .filter((one) => one.method === method && one.type === type)
      .flatMap((one) => one.offers),
  );

type Rules = Omit<ConfiguredMethod['payment_method_types'][number], 'payment_method_type'>;

/** The connectors that take a type, told apart as Hyperswitch does. */
function rulesOf(
  { card_networks, payment_experience, bank_names, bank_debits, bank_transfers }: OfferedType,
  all: string[],
): Rules {
  if (card_networks && card_networks.length > 0) {
    return {
      payment_method_criteria: 'card_network',
      criteria_rules: card_networks.map(({ card_network, eligible_connectors }) => ({
        criteria_value: card_network,
        eligible_connectors,
      })),
    };
  }
  if (payment_experience && !bank_names && !bank_debits && !bank_transfers) {
    return {
      payment_method_criteria: 'payment_experience',
      criteria_rules: payment_experience.map(({ payment_experience_type, ...rest }) => ({
        criteria_value: payment_experience_type,
        eligible_connectors: rest.eligible_connectors,
      })),
    };
  }
  return {
    payment_method_criteria: null,
    criteria_rules: [{ criteria_value: 'default', eligible_connectors: all }],
  };
}

type Override = RawConfigs['overrides'][string];

/**
 * Every field that some offer needs, optional by default, and a context for each offer that makes its
 * own fields required. Offers with the same fields share an override.
 */
function rawConfigs(offers: readonly Offer[]): RawConfigs {
  const contexts = new Map(offers.map((offer) => [nameOf(offer), offer]));
  const overrides = new Map<string, Override>();
  const named = (name: string, override: Override) => {
    overrides.set(name, override);
    return name;
  };
  return {
    contexts: [...contexts].flatMap(([id, offer], place) => {
      const fields = fieldsOf(offer);
      if (fields.length === 0) return [];
      const choices = fields.flatMap((name) => ownOptions(name, offer) ?? []);
      return [
        {
          id,
          condition: conditionOf(offer),
          priority: place,
          weight: place,
          override_with_keys: [
            named(fields.join(' '), required(fields)),
            ...choices.map(([name, options]) =>
              named(`${name}: ${options.join(' ')}`, {
                [`${keyOf(name)}dropdown_options`]: options,
              }),
            ),
          ],
        },
      ];
    }),
    overrides: Object.fromEntries(overrides),
    default_configs: drawnFields(offers),
    dimensions: Object.fromEntries(
      ['connector', 'payment_method', 'payment_method_type'].map((name, position) => [
        name,
        { position, schema: { type: 'string' } },
      ]),
    ),
  };
}

const nameOf = ({ connector, method, ability }: Offer) => `${connector} ${method} ${ability.type}`;

const conditionOf = ({ connector, method, ability }: Offer) => ({
  connector,
  payment_method: pascalCase(method),
  payment_method_type: pascalCase(ability.type),
});

/** As the SDK writes the words of the API in a context: `bank_debit` is `BankDebit`. */
const pascalCase = (words: string) =>
  words.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The keys of a field's configuration begin with this. */
const keyOf = (name: PayerFieldName) => `dynamic_fields.${name}._`;

const required = (names: readonly PayerFieldName[]): Override =>
  Object.fromEntries(names.map((name) => [`${keyOf(name)}is_required`, true]));

/** The values of a choice, where the offer has fewer than all. */
function ownOptions(name: PayerFieldName, offer: Offer): [[PayerFieldName, string[]]] | undefined {
  const { options: all }: PayerField = payerFields[name];
  const options = optionsOf(name, [offer]);
  return options && options !== all ? [[name, [...options]]] : undefined;
}

/** How the fields of offers are drawn; of each field its label, kind, rules and place. */
function drawnFields(offers: readonly Offer[]): Override {
  const asked = new Set(offers.flatMap(fieldsOf));
  return Object.fromEntries(
    [...asked].flatMap((name) =>
      Object.entries(drawn(name)).map(([member, value]) => [`${keyOf(name)}${member}`, value]),
    ),
  );
}

function drawn(name: PayerFieldName): Override {
  const field: PayerField = payerFields[name];
  return {
    is_required: false,
    confirm_request_write_path: pathOf(name),
    intent_data_read_path: name,
    render_when_prefilled: false,
    field_render_type: field.input,
    field_display_order: Object.keys(payerFields).indexOf(name),
    default_label_text: field.label,
    default_placeholder_text: field.placeholder ?? field.label,
    label_localization_key: field.labelKey,
    ...(field.options && { dropdown_options: [...field.options] }),
    ...(field.rule && { validation_rule_type: field.rule }),
    ...(field.maxLength && { max_input_length: field.maxLength }),
    ...(field.autocomplete && { html_autocomplete_attribute: field.autocomplete }),
    ...(field.keyboard && { keyboard_type: field.keyboard }),
    ...(field.row && { layout_row_id: field.row, layout_width_ratio: 1 }),
  };
}
