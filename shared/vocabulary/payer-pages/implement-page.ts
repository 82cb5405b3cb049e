import {
  type Implementation,
  type Implemented,
  implement,
} from '#platform/http/operation/implement.ts';
import type { Operation } from '#platform/http/operation/operation.ts';
import { errorPage } from './error-page.ts';

/**
 * In the place of a page's token: asks for a specimen, the page of an unknown link with the script
 * of the page that would be there. Anyone may see it, so a check needs no payment.
 */
export const specimenToken = 'specimen';

/** The specimen of a page with this script, which the page then runs. */
export const specimenPage = (script: string, acceptLanguage: string | undefined) =>
  errorPage('closed', acceptLanguage, { script });

/**
 * Joins the operation of a page for payers with the code that serves it.
 *
 * @param scriptOf the script of the page, for specimens
 */
export const implementPage = <O extends Operation, Services, Loaded = undefined>(
  operation: O,
  given: Implementation<O, Services, Loaded>['run'] | Implementation<O, Services, Loaded>,
  scriptOf?: (services: Services) => string,
): Implemented<O, Services, Loaded> => {
  const implemented = implement(operation, typeof given === 'function' ? { run: given } : given);
  return {
    ...implemented,
    run: async (request, services, loaded) =>
      scriptOf && Object(request.query).page_token === specimenToken
        ? specimenPage(scriptOf(services), request.headers['accept-language'])
        : implemented.run(request, services, loaded),
    errorPage: (status, acceptLanguage) =>
      errorPage(status === 404 ? 'closed' : 'failed', acceptLanguage, { status }),
  };
};
