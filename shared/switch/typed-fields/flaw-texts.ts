import type { FlawTexts, PageTexts } from '#vocabulary/page-texts/page-texts.ts';

/** The texts about flaws of fields, in the language of the page. */
export const flawTexts = ({ checkout, form }: PageTexts): FlawTexts => ({
  ...checkout.flaws,
  missing: form.missing,
  name: form.invalidName,
});
