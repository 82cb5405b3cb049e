/**
 * A page on paper: black on white whatever its theme, in the width of the paper, and without its
 * controls and the sentences about them.
 */
export const printStyle = `@page{margin:15mm}
@media print{:root{color-scheme:light;--color-background:#fff;--color-text:#000;--color-text-secondary:#333;--color-border:#999;--font-size:10.5pt}
body{border:0;background:none!important}main{max-width:none;margin:0;padding:0;border:0;background:none}
.button,button,button.link,p.quiet,.brand{display:none}
.badge{border:1px solid;background:none;color:inherit}
h2{break-after:avoid}li,dd,dt{break-inside:avoid}}`;
