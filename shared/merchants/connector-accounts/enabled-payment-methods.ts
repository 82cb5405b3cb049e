import * as v from 'valibot';
import { ConnectorName, ConnectorType } from '#vocabulary/connectors.ts';
import { Country } from '#vocabulary/countries.ts';
import { Currency } from '#vocabulary/currencies.ts';
import { orNull } from '#vocabulary/or-null.ts';
import {
  CardNetwork,
  PaymentExperience,
  PaymentMethod,
  PaymentMethodType,
} from '#vocabulary/payment-methods.ts';

const accepted = <S extends v.GenericSchema>(one: S) =>
  v.variant('type', [
    v.object({ type: v.literal('enable_only'), list: v.array(one) }),
    v.object({ type: v.literal('disable_only'), list: v.array(one) }),
    v.object({ type: v.literal('all_accepted') }),
  ]);

/** Minor units; whether a limit makes sense is the merchant's affair. */
const Limit = v.pipe(v.number(), v.safeInteger('invalid type: floating point, expected integer'));

/** The payment methods that a connector account takes, and from whom. */
export const EnabledPaymentMethods = v.strictObject({
  payment_method: PaymentMethod,
  payment_method_types: orNull(
    v.array(
      v.object({
        payment_method_type: PaymentMethodType,
        payment_experience: orNull(PaymentExperience),
        card_networks: orNull(v.array(CardNetwork)),
        accepted_currencies: orNull(accepted(Currency)),
        accepted_countries: orNull(accepted(Country)),
        minimum_amount: orNull(Limit),
        maximum_amount: orNull(Limit),
        recurring_enabled: orNull(v.boolean()),
        installment_payment_enabled: orNull(v.boolean()),
      }),
    ),
  ),
});
export type EnabledPaymentMethods = v.InferOutput<typeof EnabledPaymentMethods>;

const Flow = v.picklist(['pre', 'post']);

/** The payments that a fraud check screens, and its rights over them. */
export const FraudCheckConfig = v.strictObject({
  // It means a connector's name; the published contract has its kind, so both are taken.
  gateway: v.picklist([...ConnectorName.options, ...ConnectorType.options]),
  payment_methods: v.array(
    v.strictObject({
      payment_method: PaymentMethod,
      payment_method_types: orNull(
        v.array(
          v.strictObject({
            payment_method_type: PaymentMethodType,
            card_networks: CardNetwork,
            flow: Flow,
            action: v.picklist(['cancel_txn', 'auto_refund', 'manual_review']),
          }),
        ),
      ),
      flow: orNull(Flow),
    }),
  ),
});
export type FraudCheckConfig = v.InferOutput<typeof FraudCheckConfig>;
