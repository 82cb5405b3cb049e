// The package's own declarations bring those of the browser into the whole program. The file beside
// this one declares what we use.
import xpath from 'xpath';

export const parse = xpath.parse;
