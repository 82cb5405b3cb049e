import { switchApp } from '../lib/switch-app.ts';

switchApp().synth();
