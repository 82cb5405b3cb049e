import { App } from 'aws-cdk-lib';
import { settingsIn } from '../lib/settings/settings-file.ts';
import { settingsOf } from '../lib/settings/stage.ts';
import { switchApp } from '../lib/switch-app.ts';
import { endInOneLine } from '../scripts/command-line/end-in-one-line.ts';
import { bundleFunctions } from '../tools/bundle/bundle-functions.ts';

/*
 * The app as the commands of the CDK run it, by cdk.json: over bundles that are up to date, and with
 * the settings file of the stage.
 * `bin/switch.ts` is the same app over the bundles that are in the working directory.
 */
await endInOneLine(async () => {
  const ofFile = settingsIn(process.cwd());
  // Throws for wrong settings before a build, which takes a minute.
  settingsOf(new App({ autoSynth: false }), ofFile);
  const bundles = await bundleFunctions();
  switchApp({}, ofFile).synth();
  bundles.assertUnchanged();
});
