/** Sends the browser on after some seconds; in a frame, the page that it stands in. */
export const returnScript = `'use strict';
(() => {
const link = document.getElementById('return');
setTimeout(() => {
  if (window.top === window || !window.open(link.href, '_top')) location.assign(link.href);
}, Number(link.dataset.seconds) * 1000);
})();`;
