/** Where the build puts the widget. */
export const WIDGET_DIRECTORY = new URL('../dist/widget/', import.meta.url)
