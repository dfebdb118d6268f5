/** Whether nothing is rendered yet, so that the outline of the page in index.html is shown. */
export const showsOutline = (): boolean =>
  document.querySelector('html[data-frame] #root:not(:has(> :not(style)))') !== null
