/** Opens the return link after some seconds; from within a frame, in the outer page. */
export const returnScript = `'use strict';
(() => {
const link = document.getElementById('return');
setTimeout(() => {
  if (window.top === window || !window.open(link.href, '_top')) location.assign(link.href);
}, Number(link.dataset.seconds) * 1000);
})();`;
