import { appearanceCss } from '#vocabulary/appearance.ts';
import { pageStyle } from '#vocabulary/payer-pages/page-style.ts';
import { skeletonStyle } from './card-skeleton.ts';
import { opaque, type PageDesign, readableOn } from './page-design.ts';

/**
 * An address in a CSS string: characters that could end the string or the style are
 * percent-encoded.
 */
const inCss = (url: URL) =>
  url.href.replace(/["'\\<>()]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);

const wide = '@media(min-width:56rem)';
const narrow = '@media not all and (min-width:56rem)';

/**
 * The ground of the order beside a form, or that around a card: a colour of the merchant's, or a
 * tint of the page's own ground. A tint could cost texts in the merchant's own colours their
 * contrast, so there is none behind them.
 */
function planeOf({ plane, isOwnAppearance, appearance }: PageDesign): string | undefined {
  if (plane !== undefined) return opaque(plane);
  const { color_background, color_text, color_text_secondary } = appearance.variables ?? {};
  const isTinted = !isOwnAppearance || !(color_background ?? color_text ?? color_text_secondary);
  return isTinted ? undefined : 'var(--color-background)';
}

const pictureOf = ({ image }: PageDesign): string =>
  image
    ? `background:var(--plane) url("${inCss(image.url)}") ${image.position}/${image.size} no-repeat`
    : '';

/**
 * The order on its plane. On a colour of the merchant's, all texts are black or white, of which one
 * is readable on every colour. On an image they stand on a card.
 */
function orderCss(look: PageDesign): string {
  const { plane, image, theme } = look;
  const letter = `.letter{background:${theme};color:${readableOn(opaque(theme))}}`;
  if (image) {
    return `${letter}.plane{padding:.75rem;${pictureOf(look)}}.order{padding:.875rem 1rem!important;border-radius:var(--card-radius);background:var(--color-background)}.two .badge{position:static}
${wide}{.two .plane{padding:max(10vh,4rem) calc(3*var(--gap))}.two .order{max-width:28rem;padding:calc(1.5*var(--gap))!important;inset-block-start:max(10vh,4rem)}}`;
  }
  if (plane === undefined) return letter;
  const text = readableOn(opaque(plane));
  return `${letter}.plane{--color-text:${text};--color-text-secondary:${text};--color-border:${text};--line:color-mix(in srgb,${text} 25%,transparent);color:${text}}.plane .letter{background:${text};color:${readableOn(text)}}`;
}

/**
 * The pay page. On a wide screen the order stands on its plane, beside the form. On a phone the
 * order is one line that opens, and the button stays at the bottom of the screen.
 */
const checkoutStyle = `
:root{--sketch:color-mix(in srgb,var(--color-text) 8%,transparent)}
.checkout{max-width:none;min-height:100vh;min-height:100dvh;margin:0;padding:0;border:0;border-radius:0}
.checkout.framed{min-height:0}
.plane{background:var(--plane);color:var(--color-text)}
.order,.payment{width:100%;max-width:32rem;margin-inline:auto;padding-inline:var(--edge)}
.payment{padding-block:calc(1.25*var(--gap)) var(--gap)}
.order{padding-block:.875rem}
.order .badge{margin:0 0 .625rem}
.head{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;list-style:none}
.head::-webkit-details-marker{display:none}
summary.head{cursor:pointer}
summary.head::after{content:"";flex:none;width:.5rem;height:.5rem;margin-block-end:.25rem;margin-inline-start:auto;border:solid;border-width:0 .125rem .125rem 0;rotate:45deg}
[open]>summary.head::after{rotate:225deg;margin-block:.25rem 0}
.shop{flex:1 1 8rem;display:flex;gap:.75rem;align-items:center;min-width:0}
.shop h1{font-size:var(--font-size);font-weight:600;margin:0;min-width:0}
.logo{display:block;max-height:2.5rem;max-width:min(10rem,45%);flex:none}
.letter{display:grid;place-items:center;flex:none;width:2.25rem;height:2.25rem;border-radius:min(var(--border-radius),.75rem);font-weight:650;line-height:1}
.head .amount{margin:0;font-size:min(1.125*var(--font-size),calc(120vw/var(--amount-length,12)))}
.lines{padding-block:.75rem .25rem}
form h2:first-child,.sketch h2:first-child{margin-block-start:0}
.place{display:grid}.place>*{grid-area:1/1;min-width:0}
.unready{visibility:hidden}
.sketch{user-select:none}.sketch .mark{border-radius:.25rem;background:var(--sketch)}
${skeletonStyle}
.card-form{margin-inline:-.25rem}
.wallets{margin-block:0 var(--gap);padding-bottom:var(--gap);border-bottom:1px solid var(--line)}
.wallets button{margin:0;border:1px solid #747775;background:#1f1f1f;color:#fff}.wallets button[disabled]{background:#e0e0e0;color:#595959}
.wallets .blank{min-height:calc(1.125*var(--field-height));border-radius:var(--border-radius);background:var(--sketch)}
@media(scripting:none){.sketch{display:none}}
${narrow}{
html{scroll-padding-block-end:7rem}
.checkout{display:flex;flex-direction:column}
.payment{flex:1;display:flex;flex-direction:column}
.brand{margin-block-start:auto;padding-block-start:var(--gap)}
}
@media not all and (min-width:56rem) and (min-height:30rem){
.checkout:not(.framed) .bar{position:sticky;inset-block-end:0;z-index:1;margin-inline:calc(-1*var(--edge));padding:1rem var(--edge) max(.75rem,env(safe-area-inset-bottom));background:linear-gradient(transparent,var(--color-background) .75rem)}
.checkout:not(.framed) .bar button{margin:0}
.checkout:not(.framed) .bar p{margin:0 0 .5rem}.checkout:not(.framed) .bar button+p:not(:empty){margin:.5rem 0 0}
}
${wide}{
#order::details-content{content-visibility:visible;display:block;height:auto}
summary.head{cursor:default}
summary.head::after{display:none}
.two{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.two .order,.two .payment{max-width:34rem;padding:max(12vh,4.5rem) calc(4*var(--gap)) calc(2*var(--gap))}
.two .order{position:sticky;inset-block-start:0;margin-inline:auto 0}
.two .payment{display:flex;flex-direction:column;min-height:100%;margin-inline:0 auto}
.two .place{flex:1;align-content:start}
.two .badge{position:absolute;inset-block-start:calc(max(12vh,4.5rem) - 2.75rem)}
.two .head{display:block}
.two .shop{margin-block-end:calc(1.5*var(--gap))}
.two .head .amount{font-size:min(var(--huge),calc(60vw/var(--amount-length,12)))}
.two .shop h1{font-weight:500}
.two .lines{padding-block:calc(1.5*var(--gap)) 0}
.one .order,.one .payment{max-width:34rem}.one .order{padding-block:calc(2*var(--gap))}
}`;

/** Receipts, and the forms of payers and payees. */
const formStyle = `
.brand{margin-block:calc(1.5*var(--gap)) 0;text-align:center}
.logo{max-height:3rem;max-width:min(12rem,100%)}
.code{width:100%;max-width:16rem;height:auto;background:#fff}
ul{list-style:none;padding:0;margin:0}dl+ul{margin-block-start:.75rem;padding-block-start:.5rem;border-block-start:1px solid var(--line)}li{display:flex;flex-wrap:wrap;gap:.25rem .75rem;justify-content:space-between;align-items:center;padding:.5rem 0}
li img{width:3rem;height:3rem;object-fit:cover;border-radius:var(--border-radius)}li>span:not(.sum){flex:1 1 8rem;min-width:0}li>.sum{margin-inline-start:auto}
.bold{font-weight:600}
#sums{grid-template-columns:minmax(0,1fr) auto;margin-top:.5rem;padding-top:.75rem;border-top:1px solid var(--line)}#sums :nth-last-child(-n+2){color:inherit;font-weight:650}
label{display:block;margin:calc(2*var(--spacing-unit)) 0 calc(.5*var(--spacing-unit));color:var(--color-text-secondary);font-size:.8125em;line-height:1.3}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
input,select{font:inherit;width:100%;min-height:var(--field-height);padding:.5rem .625rem;border:var(--border-width) solid var(--color-border);border-radius:var(--border-radius);background:var(--color-field);color:var(--color-field-text)}
[aria-invalid=true]{border-color:var(--color-danger);box-shadow:inset 0 0 0 1px var(--color-danger)}
input[type=radio],input[type=checkbox]{flex:none;width:1.25rem;min-height:1.25rem;height:1.25rem;margin:0;accent-color:var(--color-primary)}
fieldset{border:0;margin:0;padding:0;min-width:0}
.choice,.consent{color:inherit;font-size:1em}.choice{display:flex;gap:.75rem;align-items:center;min-height:calc(1.25*var(--field-height));margin:0;padding-block:.375rem;font-weight:500;cursor:pointer}
.choice .quiet{display:inline-block;font-weight:400}
.choice span,.consent span{min-width:0}
.way:has(.choice){border:1px solid var(--line);padding:0 var(--gap)}.way+.way{border-top:0}
.way:first-of-type{border-start-start-radius:var(--card-radius);border-start-end-radius:var(--card-radius)}.way:last-of-type{border-end-start-radius:var(--card-radius);border-end-end-radius:var(--card-radius)}
@media(hover:hover){.choice:hover{color:color-mix(in srgb,var(--color-text) 80%,var(--color-primary))}}
.mark{flex:none;width:2.5rem;height:1.5rem}.choice .name{flex:1;min-width:0}.choice.past{cursor:default}.over{color:var(--color-danger)}
.marks{display:flex;flex-wrap:wrap;gap:.25rem;align-items:center;justify-content:end;min-height:1.5rem;margin-inline-start:auto}.marks .mark{width:1.875rem;height:1.125rem}
.phone{display:none}.phone summary{width:fit-content;min-height:2.75rem;padding-block:.75rem;color:var(--color-text-secondary);font-size:var(--small);cursor:pointer}.phone .code{max-width:12rem}@media(min-width:48rem) and (pointer:fine){.phone{display:block}}
@media(max-width:26rem){.choice:has(.marks){flex-wrap:wrap}.marks{flex-basis:100%;justify-content:start;padding-inline-start:2rem}}
.removal legend{padding:0}.removal .link{margin-inline-end:1rem}.removal p{margin:0}
.below{padding-block:0 var(--gap)}.below[hidden],.below:empty{display:none}.below>:first-child,.below>:first-child>label{margin-block-start:0}
.choice:focus-within+.below{interpolate-size:allow-keywords;overflow:clip;transition:height .15s ease-out,opacity .15s}
@starting-style{.choice:focus-within+.below{height:0;opacity:0}}
#open,.open{margin-block-end:calc(1.5*var(--gap));padding:var(--gap);border:1px solid var(--line);border-radius:var(--card-radius)}#open p,.open p{margin:0}#open .button,.open .button{margin-block:.75rem}
.flaw{margin:0;color:var(--color-danger);font-size:.875rem}.flaw:not(:empty){margin-block:.25rem}
.mandate{margin-top:1rem}h3{font-size:inherit;margin:0 0 .375rem}
#problem:empty,#slow:empty{display:none}
#problem,.problem{color:var(--color-danger);border:1px solid;border-inline-start-width:.25rem;border-radius:var(--border-radius);padding:.75rem;margin:0 0 var(--gap)}
.consent{display:flex;gap:.75rem;align-items:start;min-height:2.75rem;margin:.75rem 0 0}.consent input{margin-top:.125rem}
button[disabled]{background:color-mix(in srgb,var(--color-text) 12%,var(--color-background));color:var(--color-text-secondary);cursor:default}.sketch button[disabled]{background:var(--color-primary);color:var(--color-primary-text);opacity:.6}
button[disabled].busy{background:var(--color-primary);color:var(--color-primary-text);cursor:progress}
button.link{display:inline;width:auto;min-height:2.75rem;margin:0;padding:0;background:none;color:inherit;box-shadow:none;text-align:start;text-decoration:underline;text-underline-offset:.2em}
button.link[hidden]{display:none}
button.busy::before{content:"";display:inline-block;width:1em;height:1em;margin-inline-end:.5em;vertical-align:-.125em;border:.15em solid;border-inline-end-color:transparent;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media(prefers-reduced-motion:reduce){*,::before{animation:none!important;transition:none!important}}`;

/** The ways to pay, side by side. */
const tabsStyle = `
.tabs fieldset{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(8rem,100%),1fr));gap:.5rem}.tabs .way{display:contents}
.tabs .choice{flex-direction:column;align-items:start;justify-content:center;gap:.375rem;height:100%;border:1px solid var(--line);border-radius:var(--border-radius);padding:.625rem .75rem;line-height:1.3}.tabs .choice .name{flex:none}.tabs .marks{display:none}.tabs .choice input{position:absolute;width:1px;min-height:1px;height:1px;opacity:0}.tabs .choice:has(:checked){border-color:var(--color-primary);box-shadow:inset 0 0 0 1px var(--color-primary)}.tabs .choice:has(:focus-visible){outline:3px solid var(--color-text);outline-offset:2px}@media(forced-colors:active){.tabs .choice:has(:checked){border-width:3px}}.tabs .below,.tabs .more{order:1;grid-column:1/-1}.tabs .below{padding-block:.5rem 0}`;

/** The style of a page. It is fixed except for checked colours and lengths, and an image. */
export function styleOf(look: PageDesign): string {
  const plane = planeOf(look);
  return `${appearanceCss(look.appearance)}
${pageStyle}${formStyle}${look.paymentLayout === 'tabs' ? tabsStyle : ''}
${plane === undefined ? '' : `:root{--plane:${plane}}`}main{border-block-start:.375rem solid ${look.theme}}${look.image ? `body{${pictureOf(look)} fixed}` : ''}`;
}

/** The style of the pay page. */
export const checkoutStyleOf = (look: PageDesign): string =>
  `${styleOf(look)}${checkoutStyle}
${orderCss(look)}`;
