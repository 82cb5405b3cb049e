import {
  fieldsOfMethod,
  type PayerField,
  type PayerFieldName,
  payerFields,
} from '#vocabulary/payer-fields.ts';
import type { Offer } from '../../payments/offers.ts';
import type { OfferedTogether } from './offers.ts';

/** The fields that the payer of an offer has to be asked for, in the order of a form. */
export function fieldsOf({ method, ability }: Pick<Offer, 'method' | 'ability'>) {
  const asked = new Set([...fieldsOfMethod(method, ability.type), ...(ability.payerFields ?? [])]);
  return inOrder.filter((name) => asked.has(name));
}

/** The fields of a type with all its offers: the payment may go to any of their connectors. */
export const fieldsOfAll = ({ offers }: Pick<OfferedTogether, 'offers'>): PayerFieldName[] => {
  const asked = new Set(offers.flatMap(fieldsOf));
  return inOrder.filter((name) => asked.has(name));
};

/** The values from which a payer chooses; undefined where the value is typed. */
export function optionsOf(name: PayerFieldName, offers: readonly Offer[]) {
  const { options }: PayerField = payerFields[name];
  if (name !== 'billing.address.country' || !options) return options;
  if (offers.some(({ ability }) => !ability.countries)) return options;
  const some = offers.flatMap(({ ability }) => ability.countries ?? []);
  return options.filter((country) => some.includes(country));
}

/** The place of a field's value in a confirm request. */
export const pathOf = (name: PayerFieldName) => `payment_method_data.${name}`;

const isFieldName = (name: string): name is PayerFieldName => Object.hasOwn(payerFields, name);
const inOrder = Object.keys(payerFields).filter(isFieldName);
