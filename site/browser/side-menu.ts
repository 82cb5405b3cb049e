/** On a phone the list of pages opens by a button; elsewhere it is scrolled to the open page. */
export function sideMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('button.menu');
  const side = document.querySelector<HTMLElement>('#side');
  if (!button || !side) return;
  const open = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen));
    side.classList.toggle('open', isOpen);
  };
  button.addEventListener('click', () => {
    open(button.getAttribute('aria-expanded') !== 'true');
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !side.classList.contains('open')) return;
    open(false);
    button.focus();
  });
  const here = side.querySelector<HTMLElement>('[aria-current]');
  if (here) side.scrollTop = here.offsetTop - side.clientHeight / 2;
}
