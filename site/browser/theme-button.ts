import { store } from './stored.ts';

/** The button that changes between light and dark. */
export function themeButton(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme');
  if (!button) return;
  const root = document.documentElement;
  const isDark = () =>
    root.dataset.theme === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : root.dataset.theme === 'dark';
  const name = () => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', isDark() ? 'Use the light theme' : 'Use the dark theme');
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    store('theme', root.dataset.theme);
    name();
  });
  name();
}
