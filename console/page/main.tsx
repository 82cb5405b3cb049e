import { render } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import './page.css';
import { Alarms } from './alarms.tsx';
import { Connectors } from './connectors.tsx';
import { Dashboards } from './dashboards.tsx';
import { Due } from './due.tsx';
import { Live, useNews } from './live.ts';
import { Payments } from './payments.tsx';
import { addressOf, go, usePlace } from './place.ts';
import { Queues } from './queues.tsx';
import { StaleBar } from './state.tsx';
import { Tables } from './tables.tsx';
import { ThemeSwitch } from './theme.tsx';
import { Webhooks } from './webhooks.tsx';

/** The views, in the order of their keys: 1, 2 and so on. */
const views = [
  { name: 'payments', title: 'Payments', View: Payments },
  { name: 'webhooks', title: 'Webhooks', View: Webhooks },
  { name: 'connectors', title: 'Connectors', View: Connectors },
  { name: 'dashboards', title: 'Dashboards', View: Dashboards },
  { name: 'alarms', title: 'Alarms', View: Alarms },
  { name: 'queues', title: 'Queues', View: Queues },
  { name: 'due', title: 'Due', View: Due },
  { name: 'tables', title: 'Tables', View: Tables },
] as const;

function Console() {
  const [wanted = 'payments', ...below] = usePlace();
  const view = views.find(({ name }) => name === wanted) ?? views[0];
  const [isPaused, setPaused] = useState(false);
  const { news, lostAt, onAsked } = useNews(isPaused);
  const live = useMemo(() => ({ isPaused, news, onAsked }), [isPaused, news, onAsked]);

  useEffect(() => {
    document.title = `${view.title} · Turnout console`;
  }, [view]);

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isTyping = target instanceof Element && target.matches('input, select, textarea');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const chosen = views[Number(key) - 1];
      if (chosen) go(chosen.name);
      else if (key === 'p') setPaused((before) => !before);
      else if (key === '/') document.querySelector<HTMLElement>('[data-search]')?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);

  return (
    <Live.Provider value={live}>
      <button type="button" class="skip" onClick={skipToContent}>
        Skip to the content
      </button>
      <header class="bar">
        <div class="brand">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2 17h20M2 17c9 0 8-10 20-10" />
          </svg>
          <strong>Turnout</strong>
          <span class="stage">laptop</span>
        </div>
        <div class="tools">
          <span class={`pulse ${stateOf(isPaused, lostAt === undefined)}`} role="status">
            {isPaused ? 'Paused' : lostAt === undefined ? 'Live' : 'Not connected'}
          </span>
          <button
            type="button"
            aria-pressed={isPaused}
            aria-keyshortcuts="p"
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? 'Resume' : 'Pause'} <kbd>p</kbd>
          </button>
          <ThemeSwitch />
        </div>
      </header>
      <StaleBar lostAt={lostAt} />
      <nav class="views" aria-label="Views">
        <ul>
          {views.map(({ name, title }, index) => (
            <li key={name}>
              <a
                href={addressOf(name)}
                aria-current={name === view.name ? 'page' : undefined}
                aria-keyshortcuts={String(index + 1)}
              >
                {title}
              </a>
            </li>
          ))}
          <li>
            <a href="/docs/">Docs</a>
          </li>
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        <view.View below={below} />
      </main>
    </Live.Provider>
  );
}

const stateOf = (isPaused: boolean, isConnected: boolean) =>
  isPaused ? 'paused' : isConnected ? 'live' : 'gone';

const skipToContent = () => document.getElementById('content')?.focus();

const place = document.getElementById('console');
if (place) {
  place.replaceChildren();
  render(<Console />, place);
}
