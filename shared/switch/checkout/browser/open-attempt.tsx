import { useEffect } from 'preact/hooks';
import { shownTime } from '#vocabulary/shown-time.ts';
import type { CheckoutData, CheckoutOpenAttempt } from '../checkout-data.ts';
import { paymentStatus } from './ports.ts';

/** How often the page asks whether the attempt is still open, in milliseconds. */
const newsMs = 10_000;

interface OpenAttemptProps {
  readonly data: CheckoutData;
  readonly open: CheckoutOpenAttempt;
  /** While the page pays, it waits for the answer to its own confirm. */
  readonly isPaying: boolean;
}

/**
 * The attempt that the payer has left: the way back to it, and what another way to pay does to it.
 * The page is loaded again once the payment is paid or over in another tab.
 */
export function OpenAttempt({ data, open, isPaying }: OpenAttemptProps) {
  const { name, url, keptUntil, texts } = open;
  const named = (text: string) => text.replace('{name}', () => name);

  useEffect(() => {
    if (isPaying) return undefined;
    let isOver = false;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const status = await paymentStatus(data);
      if (!isOver && status !== undefined && status !== stillOpen) location.reload();
    };
    const timer = setInterval(look, newsMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isPaying]);

  return (
    <section id="open">
      <p role="status">{named(texts.isOpen)}</p>
      {url !== undefined && (
        <a class="button" target="_top" href={url}>
          {named(texts.goOn)}
        </a>
      )}
      <p class="quiet">
        {keptUntil === undefined
          ? texts.cancels
          : texts.kept.replace('{date}', () => shownTime(new Date(keptUntil), data.locale))}
      </p>
    </section>
  );
}

const stillOpen = 'requires_customer_action';
