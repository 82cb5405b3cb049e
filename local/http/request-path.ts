/**
 * The path of a request as an HTTP API of API Gateway reads it, by captures from a live one:
 * https://github.com/hotsock/voker/blob/main/vokerhttp/testdata/ingress-paths.json
 */
export interface RequestPath {
  /** Decoded once, and cut at the first `?` after that. Routes are matched by it. */
  readonly routed: string;
  /** Decoded twice: the text that the function receives, as its path and in its path parameters. */
  readonly raw: string;
}

/**
 * Reads the path of a request target, without its query. API Gateway decodes it twice: `%2F` is a
 * `/` already when the route is chosen, `%252F` becomes one for the function only, and an encoded
 * `?` ends the path. Undefined when it is not properly encoded, at first or after it was decoded
 * once: a bare `%25` is refused.
 */
export function requestPath(encoded: string): RequestPath | undefined {
  try {
    const [routed = ''] = decodeURIComponent(encoded).split('?', 1);
    return { routed, raw: decodeURIComponent(routed) };
  } catch {
    return undefined;
  }
}
