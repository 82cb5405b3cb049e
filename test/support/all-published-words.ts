import { published as adyen } from '../shared/connectors/adyen/published-words.ts';
import { published as authorizedotnet } from '../shared/connectors/authorizedotnet/published-words.ts';
import { published as braintree } from '../shared/connectors/braintree/published-words.ts';
import { published as checkout } from '../shared/connectors/checkout/published-words.ts';
import { published as cybersource } from '../shared/connectors/cybersource/published-words.ts';
import { published as mollie } from '../shared/connectors/mollie/published-words.ts';
import { published as nmi } from '../shared/connectors/nmi/published-words.ts';
import { published as paypal } from '../shared/connectors/paypal/published-words.ts';
import { published as shift4 } from '../shared/connectors/shift4/published-words.ts';
import { published as stripe } from '../shared/connectors/stripe/published-words.ts';
import { published as worldpay } from '../shared/connectors/worldpay/published-words.ts';
import type { PublishedEnumeration } from './published-words.ts';

/** The words that each processor publishes, by the names of the connectors. */
export const publishedWords: Readonly<Record<string, readonly PublishedEnumeration[]>> = {
  adyen,
  authorizedotnet,
  braintree,
  checkout,
  cybersource,
  mollie,
  nmi,
  paypal,
  shift4,
  stripe,
  worldpay,
};
