/**
 * Keeps the order open where it stands beside the form. The page's style shows it there; this opens
 * it for screen readers, and in browsers that cannot style the content of a closed `details`.
 */
export function openBesideForm(): void {
  const order = document.getElementById('order');
  const line = order?.querySelector('summary');
  if (!(order instanceof HTMLDetailsElement) || !line) return;
  const wide = matchMedia('(min-width:56rem)');
  const follow = () => {
    order.open = wide.matches;
    line.tabIndex = wide.matches ? -1 : 0;
  };
  follow();
  wide.addEventListener('change', follow);
  line.addEventListener('click', (event) => {
    if (wide.matches) event.preventDefault();
  });
}
