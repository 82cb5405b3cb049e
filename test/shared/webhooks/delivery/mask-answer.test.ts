import { maskAnswer } from '#webhooks/delivery/mask-answer.ts';
import { stepsOf } from '../../../support/runner/steps.ts';

describe('the stored answer of a receiver', () => {
  it("a receiver's answer is stored unchanged where nothing in it must be hidden", () => {
    expect(maskAnswer('Thank you, Zoë.\nBye.', ['secret'])).toBe('Thank you, Zoë.\nBye.');
  });

  it("a receiver's answer is stored without secrets, card numbers and control characters", () => {
    const body = 'hk_1234 \u0007 4242 4242 4242 4242 \u200b hk_1234';
    expect(maskAnswer(body, ['hk_1234', 'abc'])).toBe('***  ***  ***');
  });

  it("a receiver's answer is cut to 4 KB, not within a character", () => {
    const kept = maskAnswer(`a${'ü'.repeat(5_000)}`, []);
    expect(Buffer.byteLength(kept)).toBe(4_095);
    expect(kept).toMatch(/^aü+$/);
  });

  it.each([
    ['a card number', '4242424242424242', '***'],
    ['a card number in groups', '4242 4242 4242 4242', '***'],
    ['a secret', 'a-secret-of-the-merchant', '***'],
  ])("a receiver's answer with %s at the cut shows no more than its mask", (_, hidden, mask) => {
    for (let before = 4_096 - hidden.length; before <= 4_096; before += 1) {
      const body = `${'x'.repeat(before - 4)}\n\n\n\n${hidden}${'\n'.repeat(9_000)}`;
      const end = maskAnswer(body, ['a-secret-of-the-merchant']).split('\n\n\n\n')[1] ?? '';
      expect(mask.startsWith(end.trimEnd())).toBe(true);
    }
  });

  it("a receiver's answer shows no piece of a secret where others were removed before", () => {
    const secret = 'long-secret-'.repeat(40);
    expect(maskAnswer(secret.repeat(100), [secret])).toMatch(/^\**$/);
  });

  it("a receiver's answer takes as many steps however long it is", async () => {
    const steps = (length: number) =>
      stepsOf(() => maskAnswer('4 '.repeat(length / 2), ['secret']));
    await steps(64);
    const [short, long] = [await steps(8_192), await steps(65_536)];
    expect(long).toBeGreaterThan(1_000);
    expect(long).toBeLessThan(short * 1.1);
  });

  it("a receiver's answer takes steps in proportion to its stored part", async () => {
    const steps = (length: number) => stepsOf(() => maskAnswer('4 '.repeat(length / 2), []));
    await steps(64);
    expect(await steps(4_000)).toBeLessThan(5 * (await steps(1_000)));
  });
});
