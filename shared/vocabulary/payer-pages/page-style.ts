/**
 * The style that all pages for payers share. Its variables are those of `appearanceCss`. A page adds
 * its own rules after it.
 */
export const pageStyle = `*{box-sizing:border-box}
body{font:var(--font-size)/1.5 var(--font-family);margin:0;border-top:.5rem solid var(--color-primary);color:var(--color-text);background:var(--color-background)}
main{max-width:28rem;margin:4vh auto;padding:1.5rem;background:var(--color-background);border-radius:var(--border-radius);overflow-wrap:anywhere}
@media(max-width:30rem){main{margin:0 auto;border-radius:0}}
h1{font-size:1.375rem;margin:.5rem 0}h2{font-size:1.0625rem;margin:1.5rem 0 .5rem}
.amount{font-size:1.75rem;margin:.25rem 0;font-weight:600}
.badge{display:inline-block;margin:0 0 .75rem;padding:.125rem .5rem;border-radius:.25rem;background:#fff3cd;color:#5c4300;font-size:.875rem;font-weight:600}
.quiet{color:var(--color-text-secondary);font-size:.875rem}
dl{display:grid;grid-template-columns:fit-content(50%) minmax(0,1fr);gap:.25rem 1rem;margin:0}dd{margin:0;text-align:end}
button,a.button{font:inherit;font-weight:600;display:block;width:100%;min-height:var(--field-height);margin:1.25rem 0 .5rem;padding:.75rem;border:0;border-radius:var(--border-radius);text-align:center;text-decoration:none;cursor:pointer;background:var(--color-primary);color:var(--color-primary-text)}
:focus-visible{outline:3px solid var(--color-text);outline-offset:2px}`;

/** A card as SVG, for the icon of a page. The colour is `#` and hexadecimal digits. */
export const cardIcon = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect y="2" width="16" height="12" rx="2" fill="${color}"/><path fill="#fff" d="M0 5h16v2H0z"/></svg>`;
