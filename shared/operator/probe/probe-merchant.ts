import { createHmac } from 'node:crypto';

/** The merchant account of the probe. */
export const probeMerchantId = 'turnout_probe';

/** The card that the probe pays with: a published test card. */
export const probeCard = {
  card_number: '4242424242424242',
  card_exp_month: '12',
  card_exp_year: '2039',
  card_cvc: '314',
};

/**
 * The key of the probe's webhooks. It follows from the operator's key, so that it is stored nowhere
 * but with the merchant account, and changes with that.
 */
export const probeHashKey = (adminKey: string): string =>
  createHmac('sha256', adminKey).update('webhooks of the probe').digest('hex');
