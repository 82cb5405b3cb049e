import { App } from 'aws-cdk-lib';
import { WrongSettings } from '../lib/settings/read-settings.ts';
import { settingsIn } from '../lib/settings/settings-file.ts';
import { settingsOf } from '../lib/settings/stage.ts';
import { switchApp } from '../lib/switch-app.ts';
import { endInOneLine } from '../scripts/command-line/end-in-one-line.ts';
import { bundleFunctions } from '../tools/bundle/bundle-functions.ts';
import { ownFolders } from '../tools/launch/connector-lists.cjs';

/*
 * The app as the commands of the CDK run it, by cdk.json: over bundles that are up to date, and with
 * the settings file of the stage.
 * `bin/switch.ts` is the same app over the bundles that are in the working directory.
 */
await endInOneLine(async () => {
  const ofFile = settingsIn(process.cwd());
  // Throws for wrong settings before a build, which takes a minute.
  const settings = settingsOf(new App({ autoSynth: false }), ofFile);
  const stated = settings.get('connectors').map((folder) => folder.replace(/\/$/, ''));
  if (stated.some((folder) => !ownFolders(process.cwd())?.includes(folder))) {
    throw new WrongSettings([
      'connectors is stated in the settings file, turnout.STAGE.json: a build reads it there.',
    ]);
  }
  const bundles = await bundleFunctions();
  switchApp({}, ofFile).synth();
  bundles.assertUnchanged();
});
