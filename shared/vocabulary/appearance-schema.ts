// Loaded late: few requests state an appearance.
import { Appearance } from './appearance.ts';

/** The schema of an appearance, for functions that few requests give one. */
export function appearanceSchema(): typeof Appearance {
  return Appearance;
}
