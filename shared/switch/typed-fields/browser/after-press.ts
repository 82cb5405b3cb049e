let isPressed = false;
addEventListener('pointerdown', () => setPressed(true), true);
addEventListener('pointerup', () => setPressed(false), true);
addEventListener('pointercancel', () => setPressed(false), true);

function setPressed(is: boolean) {
  isPressed = is;
}

/**
 * Runs an action that may move the page's buttons, once no button is held down: one that moves away
 * between press and release is not clicked.
 */
export function afterPress(action: () => void) {
  if (isPressed) addEventListener('pointerup', () => setTimeout(action), { once: true });
  else setTimeout(action);
}
