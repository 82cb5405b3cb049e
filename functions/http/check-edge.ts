import { edgeAuthorizer } from '../../shared/http/edge-authorizer.ts';
import { readRotatedSecret } from '../../shared/secrets/read-secret.ts';

/** Lets in requests to the API that came through CloudFront. */
export const handler = edgeAuthorizer(() => readRotatedSecret(process.env.EDGE_SECRET ?? ''));
