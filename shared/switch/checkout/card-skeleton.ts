import type { FormTexts } from '#vocabulary/page-texts/page-texts.ts';

/** A field of the card form in its place while it loads. */
export interface SkeletonField {
  /** Absent where the form shows its labels inside the fields. */
  readonly label?: string;
  /** Whether it shares a row. */
  readonly isHalf: boolean;
}

/**
 * The fields of the vault's form. The page draws them, each a child of `.skeleton` and one that
 * shares a row with `.half`: a label in a `span`, and an empty box by the style.
 */
export function skeletonFields(
  texts: FormTexts,
  labels: 'above' | 'hidden',
  form: 'card' | 'code',
): readonly SkeletonField[] {
  const field = (label: string, isHalf = false): SkeletonField => ({
    ...(labels === 'above' && { label }),
    isHalf,
  });
  const code = field(texts.cvc, true);
  if (form === 'code') return [code];
  const name = `${texts.cardholderName} (${texts.optional})`;
  return [field(texts.cardNumber), field(name), field(texts.expiry, true), code];
}

/**
 * The style of these fields, and of the place that they share with the form. Its lengths are those
 * of the vault's `frame.css`, so that nothing moves when the form appears.
 */
export const skeletonStyle = `.card-form{display:grid;container-type:inline-size}.card-form[hidden]{display:none}.card-form>*{grid-area:1/1;min-width:0}
.opening iframe{height:0!important;visibility:hidden}
.skeleton{display:grid;grid-template-columns:1fr 1fr;gap:calc(2*var(--spacing-unit)) calc(2.5*var(--spacing-unit));max-width:30rem;padding:.25rem;line-height:1.3;color:var(--color-text-secondary)}
.skeleton>*{grid-column:span 2}.skeleton>.half{grid-column:span 1}
@container(max-width:16rem){.skeleton>.half{grid-column:span 2}}
.skeleton span{display:block;margin-bottom:calc(.5*var(--spacing-unit));font-size:.8125em}
.skeleton>::after{content:"";display:block;box-sizing:border-box;height:var(--field-height);border:var(--border-width) solid var(--color-border);border-radius:var(--border-radius);background:var(--color-field)}
.card-form>.quiet{place-self:center;margin:0;padding:.25rem .75rem;border-radius:var(--border-radius);background:var(--color-background)}.card-form>.quiet:empty{display:none}`;
