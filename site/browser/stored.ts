/** The reader's earlier choice; undefined in a browser that stores nothing. */
export function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a choice for later pages, where the browser stores it. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice is good for this page.
  }
}
