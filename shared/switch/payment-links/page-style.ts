import type { PageDesign } from './page-design.ts';

/**
 * An address in a CSS string: characters that could end the string or the style are
 * percent-encoded.
 */
const inCss = (url: URL) =>
  url.href.replace(/["'\\<>()]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** The style of a page. It is fixed except for checked colours and an image. */
export const styleOf = (look: PageDesign): string => `:root{color-scheme:light}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;color:#1a1a1a;background:${look.background}${
  look.image
    ? ` url("${inCss(look.image.url)}") ${look.image.position}/${look.image.size} no-repeat fixed`
    : ''
}}
main{max-width:${look.layout === 'layout2' ? '60rem' : '28rem'};margin:4vh auto;padding:1.5rem;background:#fff;border-radius:.5rem;border-top:.5rem solid ${look.theme}}
h1{font-size:1.375rem;margin:.5rem 0}h2{font-size:1.0625rem;margin:1.5rem 0 .5rem}
.logo{max-height:3rem;max-width:12rem}.amount{font-size:1.75rem;margin:.25rem 0;font-weight:600}
.badge{display:inline-block;margin:0 0 .75rem;padding:.125rem .5rem;border-radius:.25rem;background:#fff3cd;color:#5c4300;font-size:.875rem;font-weight:600}
.code{width:100%;max-width:16rem;height:auto}
.quiet{color:#595959;font-size:.875rem}
ul{list-style:none;padding:0;margin:0}li{display:flex;gap:.75rem;justify-content:space-between;align-items:center;padding:.375rem 0}
li img{width:2.5rem;height:2.5rem;object-fit:cover}li span{flex:1}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0}dd{margin:0;text-align:right}.bold{font-weight:600}
label{display:block;margin:.75rem 0 .25rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
input{font:inherit;width:100%;min-height:2.75rem;padding:.5rem .625rem;border:1px solid #767676;border-radius:.25rem;background:#fff;color:#1a1a1a}
input[type=radio],input[type=checkbox]{flex:none;width:1.25rem;min-height:1.25rem;height:1.25rem;margin:0;accent-color:${look.theme}}
fieldset{border:0;margin:0;padding:0;min-width:0}
.choice{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;margin:0;cursor:pointer}
.way:has(.choice){border:1px solid #c4c4c4;padding:0 .75rem}.way+.way{border-top:0}
.way:first-of-type{border-start-start-radius:.375rem;border-start-end-radius:.375rem}.way:last-of-type{border-end-start-radius:.375rem;border-end-end-radius:.375rem}
.below{padding-block:.25rem .75rem}.below[hidden]{display:none}
.tabs fieldset{display:flex;flex-wrap:wrap;gap:0 .5rem}.tabs .way{display:contents}
.tabs .choice{border:1px solid #c4c4c4;border-radius:.375rem;padding:0 .75rem}.tabs .below{order:1;flex-basis:100%}
.opening{min-height:13rem;border-radius:.375rem;background:#f0f0f0}
#problem:empty,#slow:empty{display:none}
#problem{color:#b00020;border:1px solid #b00020;border-radius:.25rem;padding:.625rem;margin:.75rem 0}
.consent{display:flex;gap:.5rem;align-items:start;min-height:2.75rem;margin:.75rem 0}.consent input{margin-top:.125rem}
button,a.button{font:inherit;font-weight:600;display:block;width:100%;margin:1.25rem 0 .5rem;padding:.75rem;border:0;border-radius:.375rem;text-align:center;text-decoration:none;cursor:pointer;background:${look.button};color:${look.buttonText}}
button[disabled]{background:#e0e0e0;color:#595959;cursor:default}
button.link{display:inline;width:auto;margin:0;padding:0 .25rem;background:none;color:inherit;text-decoration:underline}
button.busy::before{content:"";display:inline-block;width:1em;height:1em;margin-inline-end:.5em;vertical-align:-.125em;border:.15em solid;border-inline-end-color:transparent;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){button.busy::before{animation:none}}
:focus-visible{outline:3px solid #1a1a1a;outline-offset:2px}
@media print{.button,button,.quiet{display:none}main{border:0}}
${
  look.layout === 'layout2'
    ? '@media(min-width:48rem){.columns{display:grid;grid-template-columns:1fr 1fr;gap:2rem}}'
    : ''
}`;
