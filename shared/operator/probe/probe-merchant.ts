import { createHmac } from 'node:crypto';
import { operatorKeyOf } from '#platform/http/callers/operator-key.ts';

/** The merchant account of the probe. */
export const probeMerchantId = 'turnout_probe';

/** The card that the probe pays with: a published test card. */
export const probeCard = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2039',
  card_cvc: '314',
};

/** The name of the probe's key among those of operators. */
export const probeKeyName = 'probe';

/** The probe's key as an operator, of which its secret has the random part. */
export const probeKeyOf = (environment: string, secret: string): string =>
  operatorKeyOf(environment, probeKeyName, secret);

/**
 * The key of the probe's webhooks. It follows from the probe's own key, so that it is stored nowhere
 * but with the merchant account, and changes with that.
 */
export const probeHashKey = (operatorKey: string): string =>
  createHmac('sha256', operatorKey).update('webhooks of the probe').digest('hex');
