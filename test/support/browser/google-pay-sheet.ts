/**
 * Stands in for the sheet, which belongs to the browser and to Google: the constructor stays the
 * browser's own, and checks the request and the page's policy. The request is kept for the test.
 */
export const googlePaySheet = (answers: 'approves' | 'closes' | 'cannot pay') => `{
  const Real = PaymentRequest;
  window.requests = [];
  window.outcomes = [];
  window.PaymentRequest = class extends Real {
    constructor(...args) { super(...args); requests.push(args); }
    async canMakePayment() { return ${answers !== 'cannot pay'}; }
    async show() {
      if (!navigator.userActivation.isActive) throw new DOMException('', 'SecurityError');
      if (${answers === 'closes'}) throw new DOMException('', 'AbortError');
      return {
        details: {
          apiVersion: 2,
          apiVersionMinor: 0,
          paymentMethodData: {
            type: 'CARD',
            description: 'Visa •••• 1111',
            info: { cardNetwork: 'VISA', cardDetails: '1111' },
            tokenizationData: { type: 'PAYMENT_GATEWAY', token: 'an encrypted token' },
          },
        },
        complete: async (outcome) => { outcomes.push(outcome); },
      };
    }
  };
}`;
