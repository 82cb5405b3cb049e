import { refundLimits } from '#platform/stage.ts';
import { environmentOf, synthesized } from '../../../support/deployment/synthesized-app.ts';

describe('the limits of number and age of refunds', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });
  const set = (REFUND_LIMIT: string, REFUND_DAYS: string) =>
    Object.assign(process.env, { REFUND_LIMIT, REFUND_DAYS });

  it("the refund limits are Hyperswitch's, unless the deployment sets others", () => {
    expect(refundLimits()).toEqual({ most: 10, days: 365 });
    set('1000', '30');
    expect(refundLimits()).toEqual({ most: 1_000, days: 30 });
  });

  it('a refund limit that is not a number does not remove the limit', () => {
    for (const wrong of ['', 'many', '-1', '1e9', '1.5']) {
      set(wrong, wrong);
      expect(refundLimits()).toEqual({ most: 10, days: 365 });
    }
  });

  it.each(['sandbox', 'production'] as const)(
    'the refund limits are in the environment of %s',
    (stage) => {
      const told = synthesized(stage)
        .resources('AWS::Lambda::Function')
        .filter((one) => 'REFUND_LIMIT' in environmentOf(one));
      expect(told.map(({ name }) => name)).toEqual(['ApiRefunds.refundscreate']);
      expect(told.map(environmentOf)).toEqual([
        expect.objectContaining({ REFUND_LIMIT: '10', REFUND_DAYS: '365' }),
      ]);
    },
  );

  it.each([20, '20', '100', '1'])(
    'the limits on the number and age of refunds are those of the deployment: %j',
    (refundsPerPayment) => {
      const app = synthesized('production', { refundsPerPayment }, ['refunds']);
      const create = app.resource('ApiRefunds.refundscreate');
      expect(environmentOf(create)).toMatchObject({ REFUND_LIMIT: String(refundsPerPayment) });
    },
  );

  it.each(['0', 0, '101', '-1', '1.5', 'many', '', '1e1', ' 5'])(
    'a refund limit cannot be %j, which ends the synthesis',
    (refundsPerPayment) => {
      expect(() => synthesized('production', { refundsPerPayment })).toThrow(
        'refundsPerPayment must be a number from 1 to 100.',
      );
    },
  );
});
