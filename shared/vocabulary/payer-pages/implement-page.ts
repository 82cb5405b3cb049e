import { type Implementation, type Implemented, implement } from '#platform/http/implement.ts';
import type { Operation } from '#platform/http/operation.ts';
import { errorPage } from './error-page.ts';

/** Joins the operation of a page for payers with the code that serves it. */
export const implementPage = <O extends Operation, Services, Loaded = undefined>(
  operation: O,
  given: Implementation<O, Services, Loaded>['run'] | Implementation<O, Services, Loaded>,
): Implemented<O, Services, Loaded> => ({
  ...implement(operation, typeof given === 'function' ? { run: given } : given),
  errorPage: (status, acceptLanguage) =>
    errorPage(status === 404 ? 'closed' : 'failed', acceptLanguage, { status }),
});
