import { pipelineRolesApp } from '../lib/pipeline/pipeline-roles-app.ts';
import { settingsIn } from '../lib/settings/settings-file.ts';
import { endInOneLine } from '../scripts/command-line/end-in-one-line.ts';

await endInOneLine(() => {
  pipelineRolesApp({}, settingsIn(process.cwd())).synth();
});
