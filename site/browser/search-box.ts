import MiniSearch, { type SearchResult } from 'minisearch';
import { searchOptions } from '../search-options.ts';

declare global {
  /** The index as JSON, set by `search-index.js`. */
  var turnoutSearchIndex: string | undefined;
}

const mostResults = 12;

/** The search of all pages. Its index is loaded when the field is first used. */
export function searchBox(): void {
  const place = document.querySelector<HTMLElement>('.search');
  if (!place) return;
  const { index = '', root = '' } = place.dataset;
  const [input, list, status] = [newField(), newList(), newStatus()];
  place.append(input, list, status);
  focusBySlash(input);

  const loaded = indexLoader(index);
  let chosen = -1;

  input.addEventListener('focus', () => void loaded().catch(() => undefined));
  input.addEventListener('input', () => void find());
  input.addEventListener('keydown', (event) => {
    const options = [...list.querySelectorAll<HTMLElement>('[role=option]')];
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') choose(options, Math.min(chosen + 1, options.length - 1));
    else if (event.key === 'ArrowUp') choose(options, Math.max(chosen - 1, 0));
    else if (event.key === 'Enter') options[Math.max(chosen, 0)]?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !place.contains(target)) close();
  });

  async function find(): Promise<void> {
    const asked = input.value.trim();
    if (asked === '') {
      close();
      return;
    }
    try {
      const results = (await loaded()).search(asked).slice(0, mostResults);
      if (input.value.trim() === asked) show(results);
    } catch {
      say('The index of the search did not load. Try again.');
    }
  }

  function show(results: readonly SearchResult[]): void {
    if (results.length === 0) {
      say('Nothing was found.');
      return;
    }
    chosen = -1;
    list.replaceChildren(...results.map((result, number) => optionOf(result, number, root)));
    status.textContent = results.length === 1 ? 'One result' : `${results.length} results`;
    expand(true);
  }

  function say(text: string): void {
    const words = document.createElement('p');
    words.textContent = text;
    list.replaceChildren(words);
    status.textContent = text;
    expand(true);
  }

  function choose(options: readonly HTMLElement[], number: number): void {
    chosen = number;
    for (const [index, option] of options.entries()) option.ariaSelected = String(index === number);
    const option = options[number];
    if (!option) return;
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  }

  function close(): void {
    expand(false);
    status.textContent = '';
  }

  function expand(isOpen: boolean): void {
    list.hidden = !isOpen;
    input.setAttribute('aria-expanded', String(isOpen));
    input.removeAttribute('aria-activedescendant');
  }
}

function newField(): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Search (/)';
  input.autocomplete = 'off';
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-label', 'Search the docs');
  input.setAttribute('aria-controls', 'found');
  input.setAttribute('aria-expanded', 'false');
  return input;
}

/** The list of results below the field. */
function newList(): HTMLElement {
  const list = document.createElement('div');
  list.id = 'found';
  list.className = 'found';
  list.role = 'listbox';
  list.ariaLabel = 'Results';
  list.hidden = true;
  return list;
}

/** A text for screen readers: how many results there are. */
function newStatus(): HTMLElement {
  const status = document.createElement('p');
  status.className = 'unseen';
  status.role = 'status';
  return status;
}

/** The key `/` moves the focus to the field, unless the reader types elsewhere. */
function focusBySlash(input: HTMLInputElement): void {
  document.addEventListener('keydown', (event) => {
    const { activeElement } = document;
    const isTyping = activeElement instanceof HTMLInputElement;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
}

function optionOf(
  { id, title, page, excerpt }: SearchResult,
  number: number,
  root: string,
): HTMLElement {
  const link = document.createElement('a');
  link.href = `${root}${id}`;
  link.role = 'option';
  link.id = `found-${number}`;
  link.tabIndex = -1;
  for (const [kind, text] of Object.entries({ title, page, excerpt })) {
    const line = document.createElement('span');
    line.className = kind;
    line.textContent = text;
    if (text) link.append(line);
  }
  return link;
}

/** A function that loads the index once, and again after a failure. */
function indexLoader(source: string): () => Promise<MiniSearch> {
  let loading: Promise<MiniSearch> | undefined;
  return () => {
    loading ??= loadIndex(source).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Loads the index by a script, because a page that lies in a folder may not fetch files. */
async function loadIndex(source: string): Promise<MiniSearch> {
  if (globalThis.turnoutSearchIndex === undefined) {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = source;
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () => reject(new Error('The index did not load.')));
      document.head.append(script);
    });
  }
  return MiniSearch.loadJSONAsync(globalThis.turnoutSearchIndex ?? '', searchOptions);
}
