import { WrongSettings } from '../lib/settings/read-settings.ts';
import { settingsIn } from '../lib/settings/settings-file.ts';
import { switchApp } from '../lib/switch-app.ts';
import { bundleFunctions } from '../tools/bundle-functions.ts';

/*
 * The app as the commands of the CDK run it, by cdk.json: over bundles that are up to date, and with
 * the settings file of the stage.
 * `bin/switch.ts` is the same app over the bundles that are in the working directory.
 */
try {
  const bundles = await bundleFunctions();
  switchApp({}, settingsIn(process.cwd())).synth();
  bundles.assertUnchanged();
} catch (error) {
  // What is wrong with a setting, a source or a template is said in the message. Other kinds of
  // errors are mistakes in the app, and their stack says where.
  const isExplained =
    error instanceof WrongSettings || (error instanceof Error && error.name === 'Error');
  process.stderr.write(
    `${isExplained ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exitCode = 1;
}
