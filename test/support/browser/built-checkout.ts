import { buildSync } from 'esbuild';
import { checkoutBuilds } from '../../../tools/bundle/bundle-pages.ts';

const built = new Map<string, string>();

/** A script of the module `turnout:checkout`, built from the sources when a page needs it. */
function scriptOf(name: keyof typeof checkoutBuilds): string {
  const known = built.get(name);
  if (known !== undefined) return known;
  const text = buildSync(checkoutBuilds[name]).outputFiles[0]?.text ?? '';
  built.set(name, text);
  return text;
}

export const checkoutScript = () => scriptOf('checkoutScript');
export const mountScript = () => scriptOf('mountScript');
export const statusScript = () => scriptOf('statusScript');
export const payeeScript = () => scriptOf('payeeScript');
