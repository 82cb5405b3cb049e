import { element, member, settings } from './page.ts';
import { parentWindow } from './parent-window.ts';
import { takeSession } from './session-address.ts';

// Before anything else: from here on only these variables have the tokens.
const { cardToken, cvcToken } = takeSession();
const text = settings();
const parent = parentWindow(text.origin);
parent.tellHeight(element('page', HTMLElement));

/** How long card data is shown, in milliseconds. */
const shownMs = 60_000;

if (text.error) {
  parent.tell({ type: 'submit', error: { code: text.error, title: text.errorTitle ?? '' } });
} else {
  showFor(shownMs);
}

function showFor(ms: number) {
  const status = element('status', HTMLElement);
  const secrets = element('secrets', HTMLElement);
  const tellShown = (what: string) => parent.tell({ type: 'shown', what, card_token: cardToken });
  let isHidden = false;

  setTimeout(hide, ms);
  window.addEventListener('pagehide', hide);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hide();
  });
  if (text.what === 'card' && cvcToken) offerCvc();
  tellShown(text.what ?? '');

  /** Removes the secrets from the page; only a new token brings them back. */
  function hide() {
    isHidden = true;
    secrets.replaceChildren();
    status.textContent = text.hidden ?? '';
  }

  function offerCvc() {
    const button = element('show-code', HTMLButtonElement);
    button.addEventListener('click', async () => {
      button.disabled = true;
      const code = await takeCvc();
      if (isHidden) return;
      const place = element('service_code', HTMLElement);
      button.hidden = true;
      place.textContent = code ?? text.gone ?? '';
      // Screen readers announce the effect of the button.
      place.tabIndex = -1;
      place.focus();
      if (code !== undefined) tellShown('service_code');
    });
  }
}

/**
 * The card verification code, which the vault deletes at the same moment; undefined without one.
 */
async function takeCvc(): Promise<string | undefined> {
  try {
    const response = await fetch('/api/v1/show_service_code', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${cvcToken}`,
      },
      body: JSON.stringify({ card_token: cardToken }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    const body: unknown = await response.json();
    const code = member(member(member(body, 'data'), 'attributes'), 'service_code');
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}
