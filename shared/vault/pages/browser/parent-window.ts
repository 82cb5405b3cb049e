/** The page that embeds this one, as far as it may be spoken with. */
export interface ParentWindow {
  /** Sends the parent a message without card data; sends nothing when its origin is unknown. */
  tell(message: Readonly<Record<string, unknown>>): void;
  /** Heeds its messages, and those of no other window. */
  heed(command: (message: unknown) => void): void;
  /** Sends it this page's height, now and after each change, in CSS pixels. */
  tellHeight(of: HTMLElement): void;
}

/**
 * The parent's origin is the one that the session token is bound to. Without one it is the page
 * that the browser names as this frame's opener. If there is none, the parent's origin is unknown.
 */
export function parentWindow(boundOrigin: string | undefined): ParentWindow {
  const origin = boundOrigin || originOf(document.referrer);
  const isEmbedded = window.parent !== window;
  const tell = (message: Readonly<Record<string, unknown>>) => {
    if (isEmbedded && origin) window.parent.postMessage(message, origin);
  };
  return {
    tell,
    heed(command) {
      window.addEventListener('message', ({ data, source, origin: from }) => {
        if (!isEmbedded || source !== window.parent || !origin || from !== origin) return;
        command(data);
      });
    },
    tellHeight(of) {
      const tellNow = () => {
        const height = Math.ceil(of.getBoundingClientRect().height);
        // A frame that is not shown has no height, and keeps its own until it is shown.
        if (height > 0) tell({ type: 'resize', height });
      };
      // The first one comes before every other message, so that the form appears at its height.
      tellNow();
      new ResizeObserver(tellNow).observe(of);
    },
  };
}

function originOf(address: string): string | undefined {
  const origin = URL.canParse(address) ? new URL(address).origin : 'null';
  return origin === 'null' ? undefined : origin;
}
