import { store, stored } from './stored.ts';

/** The name under which the reader's language is remembered. */
const remembered = 'language';

/** Examples in several languages: one is shown, and the choice is remembered for all pages. */
export function languageTabs(): void {
  const blocks = [...document.querySelectorAll<HTMLElement>('.tabs')];
  for (const [index, block] of blocks.entries()) tabsOf(block, index);
}

function tabsOf(block: HTMLElement, index: number): void {
  const panels = [...block.querySelectorAll<HTMLElement>(':scope > section')];
  const list = document.createElement('div');
  list.role = 'tablist';
  list.ariaLabel = 'Language';
  const tabs = panels.map((panel, number) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.role = 'tab';
    tab.textContent = panel.ariaLabel;
    tab.id = `tab-${index}-${number}`;
    panel.id = `panel-${index}-${number}`;
    panel.role = 'tabpanel';
    tab.setAttribute('aria-controls', panel.id);
    panel.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', () => choose(number));
    return tab;
  });
  list.append(...tabs);
  block.prepend(list);
  list.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next =
      (tabs.findIndex((tab) => tab.ariaSelected === 'true') + step + tabs.length) % tabs.length;
    choose(next);
    tabs[next]?.focus();
  });

  const known = panels.findIndex((panel) => panel.ariaLabel === stored(remembered));
  show(known < 0 ? 0 : known);

  function choose(number: number): void {
    const language = tabs[number]?.textContent;
    if (language) store(remembered, language);
    show(number);
  }

  function show(chosen: number): void {
    for (const [number, tab] of tabs.entries()) {
      tab.ariaSelected = String(number === chosen);
      tab.tabIndex = number === chosen ? 0 : -1;
    }
    for (const [number, panel] of panels.entries()) panel.hidden = number !== chosen;
  }
}
