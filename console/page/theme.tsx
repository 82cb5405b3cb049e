import { useEffect, useState } from 'preact/hooks';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const remembered = (): Theme =>
  themes.find((theme) => theme === localStorage.getItem('theme')) ?? 'system';

// Before the first paint, so that nothing flashes.
document.documentElement.dataset.theme = remembered();

/** As the system is, light or dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(remembered);
  useEffect(() => {
    localStorage.setItem('theme', theme);
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <label class="theme">
      <span class="unseen">Colours</span>
      <select
        value={theme}
        onChange={({ currentTarget }) =>
          setTheme(themes.find((one) => one === currentTarget.value) ?? 'system')
        }
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
