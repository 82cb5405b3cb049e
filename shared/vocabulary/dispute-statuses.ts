import * as v from 'valibot';

/** The stage of a dispute between the banks. */
export const DisputeStage = v.picklist([
  'pre_dispute',
  'dispute',
  'pre_arbitration',
  'arbitration',
  'dispute_reversal',
]);
export type DisputeStage = v.InferOutput<typeof DisputeStage>;

/** The status of a dispute within its stage. */
export const DisputeStatus = v.picklist([
  'dispute_opened',
  'dispute_expired',
  'dispute_accepted',
  'dispute_cancelled',
  'dispute_challenged',
  'dispute_won',
  'dispute_lost',
]);
export type DisputeStatus = v.InferOutput<typeof DisputeStatus>;

/** A dispute's stage and status. */
export interface Standing {
  readonly stage: DisputeStage;
  readonly status: DisputeStatus;
}

/** For each stage, the stages that may follow, itself included. */
const stagesAfter: Readonly<Record<DisputeStage, readonly DisputeStage[]>> = {
  pre_dispute: ['pre_dispute', 'dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'],
  dispute: ['dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'],
  pre_arbitration: ['pre_arbitration', 'arbitration', 'dispute_reversal'],
  arbitration: ['arbitration', 'dispute_reversal'],
  dispute_reversal: ['dispute_reversal'],
};

/** For each status, the statuses that may follow within the same stage, itself included. */
const statusesAfter: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  dispute_opened: [
    'dispute_opened',
    'dispute_expired',
    'dispute_accepted',
    'dispute_cancelled',
    'dispute_challenged',
    'dispute_won',
    'dispute_lost',
  ],
  dispute_challenged: [
    'dispute_challenged',
    'dispute_won',
    'dispute_lost',
    'dispute_accepted',
    'dispute_cancelled',
    'dispute_expired',
  ],
  dispute_expired: ['dispute_expired'],
  dispute_accepted: ['dispute_accepted'],
  dispute_cancelled: ['dispute_cancelled'],
  dispute_won: ['dispute_won'],
  dispute_lost: ['dispute_lost'],
};

/** Whether a dispute may move between two standings. A later stage may begin with any status. */
export const mayMove = (from: Standing, to: Standing): boolean =>
  from.stage === to.stage
    ? statusesAfter[from.status].includes(to.status)
    : stagesAfter[from.stage].includes(to.stage);

/**
 * Whether the merchant may still accept the dispute or submit evidence: in every stage but the
 * reversal.
 */
export const mayAnswer = ({ stage, status }: Standing): boolean =>
  stage !== 'dispute_reversal' && (status === 'dispute_opened' || status === 'dispute_challenged');

/** Whether the merchant may still attach evidence files. */
export const mayAttach = ({ stage, status }: Standing): boolean =>
  stage === 'dispute' && status === 'dispute_opened';

/** Whether the processor may still change the dispute, so that a sync makes sense. */
export const mayChange = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'dispute_opened' || status === 'dispute_challenged' || status === 'dispute_accepted';
