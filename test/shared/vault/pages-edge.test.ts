import { edgeHeader, viewerHeader } from '#platform/http/callers/edge-headers.ts';
import { pagesEdgeWith } from '#vault/http/edge.ts';

const through = (secret: string) => ({ [edgeHeader]: secret, [viewerHeader]: '203.0.113.9' });

describe('a page behind an edge', () => {
  it("a page behind an edge identifies the browser by the edge's header", async () => {
    const edge = pagesEdgeWith(async () => 'secret of the edge');
    expect(await edge.viewerOf(through('secret of the edge'))).toBe('203.0.113.9');
  });

  it.each([
    ['nothing', {}],
    ['no secret', { [viewerHeader]: '203.0.113.9' }],
    ['another secret', through('a guess')],
    ['an empty secret', through('')],
  ])('a page behind an edge is refused to a request with %s', async (_, headers) => {
    const edge = pagesEdgeWith(async () => 'secret of the edge');
    await expect(edge.viewerOf(headers)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('a page behind an edge accepts another secret within a minute, without a deployment', async () => {
    const at = { ms: 0 };
    let secret = 'the first';
    let reads = 0;
    const edge = pagesEdgeWith(
      async () => {
        reads += 1;
        return secret;
      },
      () => at.ms,
    );
    await edge.viewerOf(through('the first'));
    secret = 'the second';
    await edge.viewerOf(through('the first'));
    expect(reads).toBe(1);
    at.ms += 60_001;
    await edge.viewerOf(through('the second'));
    await expect(edge.viewerOf(through('the first'))).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('a page behind an edge is closed while the secret cannot be read, and open again as soon as it can', async () => {
    let isAway = true;
    const edge = pagesEdgeWith(async () => {
      if (isAway) throw new Error('ThrottlingException');
      return 'secret of the edge';
    });
    const asked = () => edge.viewerOf(through('secret of the edge'));
    await expect(asked()).rejects.toMatchObject({ code: 'service_unavailable' });
    isAway = false;
    expect(await asked()).toBe('203.0.113.9');
  });
});

it('a page without an edge checks no header of an edge', async () => {
  expect(await pagesEdgeWith(undefined).viewerOf(through('anything'))).toBeUndefined();
});
