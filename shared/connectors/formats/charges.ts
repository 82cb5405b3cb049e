import type { Authorization, Reference } from '../interface/payments.ts';

/** Whether an earlier payment made the card known to the processor or to the card's network. */
export const isStored = ({
  source,
  networkTransactionId,
}: Pick<Authorization, 'source' | 'networkTransactionId'>): boolean =>
  source.kind === 'connector_mandate' || networkTransactionId !== undefined;

/** Whether a payment is only reserved, to be captured by the merchant. */
export const isCapturedLater = ({ captureMethod }: Pick<Reference, 'captureMethod'>): boolean =>
  captureMethod === 'manual' || captureMethod === 'manual_multiple';
