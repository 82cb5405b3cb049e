/** The header in which the edge shows that a request came through it. */
export const edgeHeader = 'x-turnout-edge';
/** The header in which the edge says whose browser it is: behind it all requests have its own address. */
export const viewerHeader = 'x-turnout-viewer';
