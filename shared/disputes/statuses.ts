import * as v from 'valibot';

/** How far a dispute has come among the banks. */
export const DisputeStage = v.picklist([
  'pre_dispute',
  'dispute',
  'pre_arbitration',
  'arbitration',
  'dispute_reversal',
]);
export type DisputeStage = v.InferOutput<typeof DisputeStage>;

/** How a dispute stands within its stage. */
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

/** Where a dispute stands. */
export interface Standing {
  readonly stage: DisputeStage;
  readonly status: DisputeStatus;
}

/** The stages that each stage may be followed by, itself included. */
export const stagesAfter: Readonly<Record<DisputeStage, readonly DisputeStage[]>> = {
  pre_dispute: ['pre_dispute', 'dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'],
  dispute: ['dispute', 'pre_arbitration', 'arbitration', 'dispute_reversal'],
  pre_arbitration: ['pre_arbitration', 'arbitration', 'dispute_reversal'],
  arbitration: ['arbitration', 'dispute_reversal'],
  dispute_reversal: ['dispute_reversal'],
};

/** The statuses that each status may be followed by within one stage, itself included. */
export const statusesAfter: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
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

/** Whether a dispute may go from where it stands to there. In a later stage any status may begin. */
export const mayMove = (from: Standing, to: Standing): boolean =>
  from.stage === to.stage
    ? statusesAfter[from.status].includes(to.status)
    : stagesAfter[from.stage].includes(to.stage);

/** Whether the merchant may still give in, or show evidence: in every stage but the reversal. */
export const mayAnswer = ({ stage, status }: Standing): boolean =>
  stage !== 'dispute_reversal' && (status === 'dispute_opened' || status === 'dispute_challenged');

/** Whether evidence may still be gathered. */
export const mayAttach = ({ stage, status }: Standing): boolean =>
  stage === 'dispute' && status === 'dispute_opened';

/** Whether its processor may have news of it that are worth asking for. */
export const mayChange = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'dispute_opened' || status === 'dispute_challenged' || status === 'dispute_accepted';
