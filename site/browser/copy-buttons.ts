/** How long a button says that it has copied, in ms. */
const saidForMs = 2_000;

/** Gives each block of code a button that copies it, where the browser lets pages copy. */
export function copyButtons(): void {
  const { clipboard } = navigator;
  if (!clipboard) return;
  for (const block of document.querySelectorAll<HTMLElement>('pre.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const code = block.querySelector('code')?.textContent ?? '';
      button.textContent = await clipboard.writeText(code).then(
        () => 'Copied',
        () => 'Not copied',
      );
      setTimeout(() => {
        button.textContent = 'Copy';
      }, saidForMs);
    });
    const frame = document.createElement('div');
    frame.className = 'copied';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
