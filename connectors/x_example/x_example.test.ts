import { proveConnector } from '../../test/support/processors/prove-connector.ts';
import { about } from './about.ts';
import { connector } from './connector.ts';
import { declines } from './declines.ts';
import { samples } from './samples.ts';

await proveConnector({ about, connector, declines }, samples);
