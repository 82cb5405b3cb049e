import { useEffect, useState } from 'preact/hooks';

/** Where the person is in the console: the parts of the address after the `#`. */
export function usePlace(): readonly string[] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => setHash(location.hash);
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
}

export const addressOf = (...parts: readonly string[]): string =>
  `#/${parts.map(encodeURIComponent).join('/')}`;

export function go(...parts: readonly string[]): void {
  location.hash = addressOf(...parts);
}
