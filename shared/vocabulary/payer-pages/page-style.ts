/**
 * The style that all pages for payers share: one scale of type and one of distances. Its variables
 * are those of `appearanceCss`, and `--plane`, the ground around the page's card. A page adds its own
 * rules after it. All lengths but lines are in rem or em, so they grow with the text size of the
 * payer's browser.
 */
export const pageStyle = `:root{--plane:color-mix(in srgb,var(--color-text) 4%,var(--color-background));--line:color-mix(in srgb,var(--color-border) 45%,transparent);--small:calc(.875*var(--font-size));--large:calc(1.25*var(--font-size));--huge:calc(2.25*var(--font-size));--gap:calc(4*var(--spacing-unit));--card-radius:calc(2*var(--border-radius));--edge:max(min(1.25rem,6vw),env(safe-area-inset-left),env(safe-area-inset-right))}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{font:var(--font-size)/1.5 var(--font-family);margin:0;color:var(--color-text);background:var(--plane)}
main{max-width:30rem;margin:8vh auto;padding:calc(2*var(--gap));background:var(--color-background);border:1px solid var(--line);border-radius:var(--card-radius);overflow-wrap:anywhere}
@media(max-width:32rem){main{min-height:100vh;min-height:100dvh;margin:0;padding:calc(1.5*var(--gap)) var(--edge);border:0;border-radius:0}}
h1{font-size:var(--large);line-height:1.3;margin:0 0 .5rem}h2{font-size:calc(1.125*var(--font-size));line-height:1.3;margin:calc(1.5*var(--gap)) 0 calc(.75*var(--gap))}
p{margin:.75rem 0}
.amount{font-size:min(var(--huge),calc(130vw/var(--amount-length,12)));line-height:1.2;margin:.25rem 0 .5rem;font-weight:650;font-variant-numeric:tabular-nums;white-space:nowrap}
.sum{white-space:nowrap;font-size:min(1em,calc(120vw/var(--amount-length,12)));font-variant-numeric:tabular-nums}
.badge{display:inline-block;margin:0 0 .75rem;padding:.125rem .5rem;border-radius:.25rem;background:#fff3cd;color:#5c4300;font-size:var(--small);font-weight:600}
.quiet{color:var(--color-text-secondary);font-size:var(--small)}
dl{display:grid;grid-template-columns:fit-content(50%) minmax(0,1fr);gap:.375rem var(--gap);margin:0}dt{color:var(--color-text-secondary)}dd{margin:0;text-align:end}@media(max-width:16rem){dl{grid-template-columns:minmax(0,1fr)!important}dd{text-align:start}}
button,a.button{font:inherit;font-weight:600;display:block;width:100%;min-height:calc(1.125*var(--field-height));margin:var(--gap) 0 .5rem;padding:calc((1.125*var(--field-height) - 1.5*var(--font-size))/2) 1rem;border:0;border-radius:var(--border-radius);text-align:center;text-decoration:none;overflow-wrap:break-word;cursor:pointer;background:var(--color-primary);color:var(--color-primary-text)}
@media(hover:hover){button:not([disabled],.link):hover,a.button:hover{box-shadow:0 0 0 3px color-mix(in srgb,var(--color-primary) 30%,transparent)}}
:focus-visible{outline:3px solid var(--color-text);outline-offset:2px}`;

/** A card as SVG, for the icon of a page. The colour is `#` and hexadecimal digits. */
export const cardIcon = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect y="2" width="16" height="12" rx="2" fill="${color}"/><path fill="#fff" d="M0 5h16v2H0z"/></svg>`;
