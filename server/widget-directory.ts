/** Where the build puts the widget; the bundled service stands beside it. */
export const WIDGET_DIRECTORY = new URL(
  import.meta.url.endsWith('.ts') ? '../dist/widget/' : '../widget/',
  import.meta.url,
)
