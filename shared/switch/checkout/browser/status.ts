import { shownTime } from '#vocabulary/shown-time.ts';

/** The script of the status page: times, printing, the way back, and news of an open payment. */

/** How often the page of a payment without an outcome is loaded again, in milliseconds. */
const newsMs = 10_000;

const print = document.getElementById('print');
if (print) {
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}

for (const time of document.querySelectorAll('time')) {
  time.textContent = shownTime(new Date(time.dateTime), time.dataset.locale);
}

const back = document.querySelector<HTMLAnchorElement>('#return[data-seconds]');
if (back) {
  whenSeen(Number(back.dataset.seconds) * 1_000, () => {
    // Without a connection the browser would show an error page of its own.
    if (navigator.onLine) leaveFor(back.href);
    else addEventListener('online', () => leaveFor(back.href), { once: true });
  });
}

if (document.querySelector('[data-news]')) whenSeen(newsMs, showNews);

/** Loads the page again once its server answers with another outcome. */
async function showNews() {
  const answer = await fetch(location.href).catch(() => undefined);
  const page = answer?.ok ? await answer.text().catch(() => '') : '';
  if (page !== '' && !page.includes(`<title>${document.title}</title>`)) location.reload();
  else whenSeen(newsMs, showNews);
}

/** Acts after the page was visible for this long, in milliseconds. */
function whenSeen(ms: number, act: () => void) {
  const begin = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', begin);
    setTimeout(act, ms);
  };
  document.addEventListener('visibilitychange', begin);
  begin();
}

/** Opens the return link; from within a frame, in the outer page. */
function leaveFor(url: string) {
  if (window.top === window || !window.open(url, '_top')) location.assign(url);
}
