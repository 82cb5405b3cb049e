import { pipelineRolesApp } from '../lib/pipeline-roles-app.ts';
import { endInOneLine } from '../scripts/end-in-one-line.ts';

await endInOneLine(() => {
  pipelineRolesApp().synth();
});
