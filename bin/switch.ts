import { switchApp } from '../lib/switch-app.ts';

// The tree of constructs serves viewers of an assembly, and writing it takes a tenth of the time.
switchApp({ treeMetadata: false }).synth();
