import { adminKeyFrom } from '#platform/http/callers/admin-key.ts';

/** A place that keeps the key and can be away. */
function secret(value = 'first') {
  const state = { value, reads: 0, away: false };
  const clock = { ms: 0 };
  const key = adminKeyFrom(
    async () => {
      state.reads += 1;
      if (state.away) throw new Error('away');
      return state.value;
    },
    () => clock.ms,
  );
  return { state, clock, key };
}

it('the admin key matches only itself', async () => {
  const { key } = secret();
  expect(await key.matches('first')).toBe(true);
  for (const wrong of ['', 'firs', 'first ', 'FIRST', 'x'.repeat(10_000)]) {
    expect(await key.matches(wrong)).toBe(false);
  }
});

it('the admin key is read once for many requests, also when they come together', async () => {
  const { state, key } = secret();
  await Promise.all([1, 2, 3].map(() => key.matches('first')));
  await key.matches('x');
  expect(state.reads).toBe(1);
});

it('the admin key is accepted within a minute after its rotation, and the old one no longer than that', async () => {
  const { state, clock, key } = secret();
  await key.matches('first');
  state.value = 'second';
  clock.ms = 60_000;
  expect(await key.matches('first')).toBe(true);
  clock.ms = 60_001;
  expect(await key.matches('first')).toBe(false);
  expect(await key.matches('second')).toBe(true);
});

it('the admin key is requested again at once after it could not be read', async () => {
  const { state, key } = secret();
  state.away = true;
  await expect(key.matches('first')).rejects.toThrow('away');
  state.away = false;
  expect(await key.matches('first')).toBe(true);
});
