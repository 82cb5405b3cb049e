import { WrongSettings } from '../lib/settings/read-settings.ts';
import { settingsIn } from '../lib/settings/settings-file.ts';
import { switchApp } from '../lib/switch-app.ts';

try {
  switchApp({}, settingsIn(process.cwd())).synth();
} catch (error) {
  if (!(error instanceof WrongSettings)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
