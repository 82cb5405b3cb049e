import { edgeAuthorizer } from '#platform/http/callers/edge-authorizer.ts';
import { readRotatedSecret } from '#platform/secrets/read-secret.ts';

/** Lets in requests to the API that came through CloudFront. */
export const handler = edgeAuthorizer(() => readRotatedSecret(process.env.EDGE_SECRET ?? ''));
