// Explains why the demo can't run in this browser. Uses only old syntax, for old browsers.
;(function () {
  function reason() {
    if (!window.isSecureContext && location.protocol !== 'https:' && window.crypto && !crypto.subtle)
      return 'The demo needs a secure address: open it over https, or on localhost.'
    if (
      !('noModule' in document.createElement('script')) ||
      !window.WebAssembly ||
      !window.DecompressionStream ||
      !window.MessageChannel ||
      !window.Worker ||
      !Array.prototype.findLast ||
      !Object.hasOwn
    )
      return 'This browser is too old for the demo. Use a current Chrome, Edge, Firefox or Safari.'
    return undefined
  }
  function explain(text) {
    document.getElementById('start-text').textContent = text
    document.getElementById('start-progress').style.display = 'none'
  }
  // The demo's own script can't say that it is missing. It runs after this one.
  addEventListener(
    'error',
    function (event) {
      if (event.target.tagName === 'SCRIPT')
        explain('The demo could not be loaded. Reload the page to try again.')
    },
    true,
  )
  var text = reason()
  window.signalboxRefused = text !== undefined
  if (text !== undefined) explain(text)
})()
