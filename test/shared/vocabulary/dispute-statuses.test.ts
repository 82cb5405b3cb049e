import {
  DisputeStage,
  DisputeStatus,
  mayAnswer,
  mayAttach,
  mayChange,
  mayMove,
} from '#vocabulary/dispute-statuses.ts';

/** The published rules, written down once more and in another form than the table. */
const stageOrder: Readonly<Record<DisputeStage, number>> = {
  pre_dispute: 0,
  dispute: 1,
  pre_arbitration: 2,
  arbitration: 3,
  dispute_reversal: 4,
};
const over: readonly DisputeStatus[] = [
  'dispute_expired',
  'dispute_accepted',
  'dispute_cancelled',
  'dispute_won',
  'dispute_lost',
];

function isAllowed(from: DisputeStatus, to: DisputeStatus): boolean {
  if (over.includes(from)) return from === to;
  return from === 'dispute_opened' || to !== 'dispute_opened';
}

const all = DisputeStage.options.flatMap((stage) =>
  DisputeStatus.options.map((status) => ({ stage, status })),
);

it.each(all)(
  'a dispute with $status in the stage $stage has its next statuses in the table',
  (from) => {
    for (const to of all) {
      const expected =
        from.stage === to.stage
          ? isAllowed(from.status, to.status)
          : stageOrder[to.stage] > stageOrder[from.stage];
      expect([from, to, mayMove(from, to)]).toEqual([from, to, expected]);
    }
  },
);

it('every pair of dispute statuses is tested', () => {
  expect(all.length ** 2).toBe(1_225);
});

it('a merchant may accept or defend an open dispute in every stage but the reversal', () => {
  const answered = all.filter(mayAnswer).map(({ stage, status }) => `${stage} ${status}`);
  expect(answered.sort()).toEqual(
    ['pre_dispute', 'dispute', 'pre_arbitration', 'arbitration']
      .flatMap((stage) => [`${stage} dispute_opened`, `${stage} dispute_challenged`])
      .sort(),
  );
});

it('a merchant may attach files only to a dispute that was just opened', () => {
  expect(all.filter(mayAttach)).toEqual([{ stage: 'dispute', status: 'dispute_opened' }]);
});

it('a sync asks processors about undecided disputes, and about accepted ones', () => {
  expect(DisputeStatus.options.filter((status) => mayChange({ status }))).toEqual([
    'dispute_opened',
    'dispute_accepted',
    'dispute_challenged',
  ]);
});
