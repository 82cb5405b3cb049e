import { sharesOf } from '../../bench/profile-shares.ts';

const frame = (id: number, functionName: string, url: string) => ({
  id,
  callFrame: { functionName, url, lineNumber: 9 },
});

describe('the shares of a profile', () => {
  const profile = {
    nodes: [
      frame(1, '(root)', ''),
      frame(2, '(idle)', ''),
      frame(3, '(garbage collector)', ''),
      frame(4, 'forward', 'file:///repository/local/gate/data-gate.ts'),
      frame(5, 'sign', 'file:///repository/.turnout-a/asset.0f/index.cjs'),
      frame(6, 'parse', 'file:///repository/node_modules/@a/b/c.js'),
      frame(7, 'emit', 'node:events'),
      frame(8, 'writev', ''),
    ],
    samples: [1, 2, 3, 4, 5, 4, 6, 7, 8],
    timeDeltas: [500, 9_000, 1_000, 2_000, 3_000, 1_000, 500, 500, 2_000],
  };
  const tables = sharesOf([{ thread: 'functions', profile }], '/repository', 2);

  it.each([
    ['| local/gate | 1.50 | 30.0 % |'],
    ['| bundles of the functions | 1.50 | 30.0 % |'],
    ['| built-in functions of V8 and Node.js | 1.00 | 20.0 % |'],
    ['| (garbage collector) | 0.50 | 10.0 % |'],
    ['| @a/b | 0.25 | 5.0 % |'],
    ['| Node.js | 0.25 | 5.0 % |'],
    ['| forward | local/gate/data-gate.ts:10 | functions | 1.50 | 30.0 % |'],
  ])(
    "a profile's shares have the row %s: the time of a lifecycle, and its share of all work",
    (row) => {
      expect(tables.split('\n')).toContain(row);
    },
  );

  it('the shares of a profile leave out the time in which the thread rested', () => {
    expect(tables).not.toMatch(/idle|root/);
  });
});
