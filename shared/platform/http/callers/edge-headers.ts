/** The header in which the edge proves that a request came through it. */
export const edgeHeader = 'x-turnout-edge';
/**
 * The header in which the edge states the browser's IP address: behind it all requests have the
 * edge's own.
 */
export const viewerHeader = 'x-turnout-viewer';
