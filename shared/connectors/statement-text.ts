import { ownMember } from '#platform/own-member.ts';
import { isSimulated } from './sandbox/processors.ts';

/**
 * The processors whose adapters send the merchant's text for the payer's statement, with the length
 * to which it is cut there.
 *
 * @see https://docs.stripe.com/get-started/account/statement-descriptors
 * @see https://docs.adyen.com/api-explorer/Checkout/latest/post/payments#request-shopperStatement
 * @see https://api-reference.checkout.com
 * @see https://developer.worldpay.com/products/reference/formatting
 */
const longestText: Readonly<Record<string, number>> = {
  stripe: 22,
  adyen: 22,
  checkout: 25,
  worldpay: 24,
};

/**
 * The text of a payment on the payer's statement, cut as its processor cuts it. Undefined where the
 * processor prints the name of the merchant's account instead. A simulated processor prints the
 * merchant's text, as Stripe does.
 */
export function statementText(connectorName: string, text: string | undefined): string | undefined {
  const processor = isSimulated(connectorName) ? 'stripe' : connectorName;
  const longest = ownMember(longestText, processor);
  return longest === undefined ? undefined : text?.slice(0, longest);
}
