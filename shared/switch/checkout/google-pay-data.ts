/**
 * The `PaymentData` of Google Pay, version 2, as `payment_method_data.wallet.google_pay` of the API;
 * undefined for an answer without a token
 * (https://developers.google.com/pay/api/web/reference/response-objects).
 */
export function googlePayData(details: unknown): object | undefined {
  const method = member(details, 'paymentMethodData');
  const [info, token] = [member(method, 'info'), member(method, 'tokenizationData')];
  if (textAt(token, 'token') === '') return undefined;
  return {
    type: textAt(method, 'type'),
    description: textAt(method, 'description'),
    info: {
      card_network: textAt(info, 'cardNetwork'),
      card_details: textAt(info, 'cardDetails'),
    },
    tokenization_data: { type: textAt(token, 'type'), token: textAt(token, 'token') },
  };
}

function textAt(value: unknown, name: string): string {
  const text = member(value, name);
  return typeof text === 'string' ? text : '';
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
