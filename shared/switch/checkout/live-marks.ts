// Loaded late: only a page on which a payment can be made shows marks.
import { marks } from 'turnout:marks';

/** The marks of payment methods and of card networks by the names of their files, as SVG. */
export function liveMarks(): Readonly<Record<string, string>> {
  return marks();
}
