import type { Words } from './describer.ts';

export const words: Words = {};
