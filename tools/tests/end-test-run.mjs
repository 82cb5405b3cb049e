export { end as default } from './test-run-folder.mjs';
