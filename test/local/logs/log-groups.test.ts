import { logGroups } from '../../../local/logs/log-groups.ts';

const request = (status: number) => JSON.stringify({ message: 'request', status });

describe('a log query of a dashboard', () => {
  it("a dashboard's log query is answered from the lines of its log groups, since the requested time", () => {
    const time = { now: 1_000 };
    const groups = logGroups(() => time.now);
    const ask = groups.query(
      "SOURCE 'api-a' | SOURCE 'api-b' | filter message = 'request'\n| stats count(*) as n by status\n| sort n desc",
    );
    groups.add('api-a', request(500));
    time.now = 2_000;
    groups.add('api-a', request(200));
    groups.add('api-b', request(200));
    groups.add('api-c', request(404));
    groups.add('api-b', 'no JSON');
    expect(ask(1_500)).toEqual([
      [
        ['status', 200],
        ['n', 2],
      ],
    ]);
    expect(ask(0)).toHaveLength(2);
  });

  it("a dashboard's log query reads only the newest lines", () => {
    const groups = logGroups(() => 0, 2);
    const ask = groups.query("SOURCE 'a' | stats count(*) as n");
    for (const status of [200, 400, 500]) groups.add('a', request(status));
    expect(ask(0)).toEqual([[['n', 2]]]);
  });

  it("a dashboard's log query that is not understood is refused with its place", () => {
    const groups = logGroups(() => 0);
    expect(() => groups.query("SOURCE 'a' | parse @message 'x' as y")).toThrow('"parse @message');
  });
});
