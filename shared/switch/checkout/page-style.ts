import { appearanceCss } from '#vocabulary/appearance.ts';
import { pageStyle } from '#vocabulary/payer-pages/page-style.ts';
import type { PageDesign } from './page-design.ts';
import { printStyle } from './print-style.ts';

/**
 * An address in a CSS string: characters that could end the string or the style are
 * percent-encoded.
 */
const inCss = (url: URL) =>
  url.href.replace(/["'\\<>()]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** The style of a page. It is fixed except for checked colours and lengths, and an image. */
export const styleOf = (look: PageDesign): string => `${appearanceCss(look.appearance)}
${pageStyle}
body{border-top:.5rem solid ${look.theme};background:${look.background}${
  look.image
    ? ` url("${inCss(look.image.url)}") ${look.image.position}/${look.image.size} no-repeat fixed`
    : ''
}}
${look.layout === 'layout2' ? 'main{max-width:60rem}' : ''}
.logo{max-height:3rem;max-width:min(12rem,100%)}
.code{width:100%;max-width:16rem;height:auto;background:#fff}
ul{list-style:none;padding:0;margin:0}li{display:flex;gap:.75rem;justify-content:space-between;align-items:center;padding:.375rem 0}
li img{width:2.5rem;height:2.5rem;object-fit:cover}li span{flex:1;min-width:0}
.bold{font-weight:600}
#sums{margin-top:.375rem;padding-top:.375rem;border-top:1px solid var(--color-border)}#sums :nth-last-child(-n+2){font-weight:600}
label{display:block;margin:.75rem 0 .25rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
input{font:inherit;width:100%;min-height:var(--field-height);padding:.5rem .625rem;border:var(--border-width) solid var(--color-border);border-radius:var(--border-radius);background:var(--color-field);color:var(--color-field-text)}
input[type=radio],input[type=checkbox]{flex:none;width:1.25rem;min-height:1.25rem;height:1.25rem;margin:0;accent-color:var(--color-primary)}
fieldset{border:0;margin:0;padding:0;min-width:0}
.choice{display:flex;gap:.75rem;align-items:center;min-height:var(--field-height);margin:0;padding-block:.25rem;cursor:pointer}
.choice span,.consent span{min-width:0}
.way:has(.choice){border:var(--border-width) solid var(--color-border);padding:0 .75rem}.way+.way{border-top:0}
.way:first-of-type{border-start-start-radius:var(--border-radius);border-start-end-radius:var(--border-radius)}.way:last-of-type{border-end-start-radius:var(--border-radius);border-end-end-radius:var(--border-radius)}
.below{padding-block:.25rem .75rem}.below[hidden]{display:none}
.tabs fieldset{display:flex;flex-wrap:wrap;gap:.5rem}.tabs .way{display:contents}
.tabs .choice{border:var(--border-width) solid var(--color-border);border-radius:var(--border-radius);padding:.25rem .75rem}.tabs .below{order:1;flex-basis:100%}
.opening{min-height:13rem;border-radius:var(--border-radius);background:var(--color-field)}
.wallets{margin-block:1rem;padding-bottom:1rem;border-bottom:var(--border-width) solid var(--color-border)}
.wallets button{margin:0;border:1px solid #747775;background:#1f1f1f;color:#fff}.wallets button[disabled]{background:#e0e0e0;color:#595959}
.code-only .opening{min-height:5rem}
#problem:empty,#slow:empty{display:none}
#problem{color:var(--color-danger);border:1px solid var(--color-danger);border-radius:var(--border-radius);padding:.625rem;margin:.75rem 0}
.consent{display:flex;gap:.5rem;align-items:start;min-height:2.75rem;margin:.75rem 0}.consent input{margin-top:.125rem}
button[disabled]{background:#e0e0e0;color:#595959;cursor:default}
button.link{display:inline;width:auto;min-height:2.75rem;margin:0;padding:0;background:none;color:inherit;text-decoration:underline}
button.link[hidden]{display:none}
button.busy::before{content:"";display:inline-block;width:1em;height:1em;margin-inline-end:.5em;vertical-align:-.125em;border:.15em solid;border-inline-end-color:transparent;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){button.busy::before{animation:none}}
${printStyle}
${
  look.layout === 'layout2'
    ? '@media(min-width:48rem){.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:2rem}}'
    : ''
}`;
