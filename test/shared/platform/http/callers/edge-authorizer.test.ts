import { edgeAuthorizer } from '#platform/http/callers/edge-authorizer.ts';
import { logTo } from '#platform/log.ts';

/** An authorizer over a secret that a test changes: the current value, then the one before. */
function authorizer(...secrets: string[]) {
  const state = { secrets, reads: 0, isAway: false };
  const clock = { ms: 0 };
  const lines: string[] = [];
  const decide = edgeAuthorizer(
    async () => {
      state.reads += 1;
      if (state.isAway) throw new Error('ThrottlingException');
      return state.secrets;
    },
    () => clock.ms,
    logTo((line) => lines.push(line)),
  );
  const shows = async (...identitySource: string[]) => {
    const requestContext = { requestId: 'req_1' } as Parameters<typeof decide>[0]['requestContext'];
    const { isAuthorized } = await decide({ identitySource, requestContext });
    return isAuthorized;
  };
  return { state, clock, lines, decide, shows };
}

it('a request with the secret of the edge is accepted, and its function learns which header has the caller’s address', async () => {
  const { decide } = authorizer('secret of the edge');
  const requestContext = {} as Parameters<typeof decide>[0]['requestContext'];
  const decision = await decide({ identitySource: ['secret of the edge'], requestContext });
  expect(decision).toEqual({ isAuthorized: true, context: { viewerHeader: 'x-turnout-viewer' } });
});

it.each([
  ['nothing', []],
  ['an empty secret', ['']],
  ['another secret', ['a guess']],
  ['a part of the secret', ['secret of the']],
  ['a very long secret', ['secret of the edge'.repeat(1_000)]],
])(
  'a request that shows %s bypassed the edge: it is refused, and the log has nothing of it',
  async (_, shown) => {
    const { shows, lines } = authorizer('secret of the edge');
    expect(await shows(...shown)).toBe(false);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        message: 'edge refused',
        request_id: 'req_1',
        timestamp: expect.any(String),
      },
    ]);
  },
);

it('the secret is read once an hour for all requests with the right one', async () => {
  const { shows, state, clock } = authorizer('the first');
  for (const minutes of [0, 1, 30, 59]) {
    clock.ms = minutes * 60_000;
    expect(await shows('the first')).toBe(true);
  }
  expect(state.reads).toBe(1);
  clock.ms = 3_600_000;
  expect(await shows('the first')).toBe(true);
  expect(state.reads).toBe(2);
});

it("the edge's authorizer reads the secret once a minute, however often callers guess", async () => {
  const { shows, state, clock } = authorizer('the first');
  for (const guess of ['a', 'b', 'c']) expect(await shows(guess)).toBe(false);
  expect(state.reads).toBe(1);
  clock.ms = 60_000;
  for (const guess of ['d', 'e', 'f']) expect(await shows(guess)).toBe(false);
  expect(await shows('the first')).toBe(true);
  expect(state.reads).toBe(2);
});

describe("the edge's secret during its rotation", () => {
  it('a new container lets in requests with the secret before, until CloudFront has the new one', async () => {
    const { shows } = authorizer('the second', 'the first');
    expect(await shows('the first')).toBe(true);
    expect(await shows('the second')).toBe(true);
  });

  it('a container that knows the secret before lets in requests with the new one from the second minute on', async () => {
    const { shows, state, clock } = authorizer('the first');
    await shows('the first');
    state.secrets = ['the second', 'the first'];
    clock.ms = 60_000;
    expect(await shows('the second')).toBe(true);
    expect(await shows('the first')).toBe(true);
  });

  it('a leaked secret is refused after the second rotation: within an hour, and at once by a container that saw the new one', async () => {
    const { shows, state, clock } = authorizer('leaked');
    await shows('leaked');
    state.secrets = ['the third', 'the second'];
    clock.ms = 3_600_000;
    expect(await shows('leaked')).toBe(false);

    const other = authorizer('leaked');
    await other.shows('leaked');
    other.state.secrets = ['the third', 'the second'];
    other.clock.ms = 60_000;
    expect(await other.shows('the third')).toBe(true);
    expect(await other.shows('leaked')).toBe(false);
  });
});

it('an authorizer that cannot read the secret admits no caller and decides nothing, and afterwards admits the right one', async () => {
  const { shows, state } = authorizer('secret of the edge');
  state.isAway = true;
  await expect(shows('secret of the edge')).rejects.toThrow('ThrottlingException');
  state.isAway = false;
  expect(await shows('secret of the edge')).toBe(true);
});

it('an authorizer that cannot read the secret goes on with its cached one, and decides nothing else', async () => {
  const { shows, state, clock } = authorizer('secret of the edge');
  await shows('secret of the edge');
  state.isAway = true;
  clock.ms = 2 * 3_600_000;
  expect(await shows('secret of the edge')).toBe(true);
  await expect(shows('a guess')).rejects.toThrow('ThrottlingException');
});
