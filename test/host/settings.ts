/** User settings of every run: no first-run pages, nothing that reaches for the network. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.enableExperiments': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'chat.disableAIFeatures': true,
  // Every few seconds it would look through all processes of the machine for ports that they listen on.
  'remote.autoForwardPorts': false,
  // As on the desktop; the browser saves by itself.
  'files.autoSave': 'off',
};

/** Those of a run that needs no more than our extension: editors draw the text alone. */
export const leanSettings = {
  'breadcrumbs.enabled': false,
  'editor.cursorBlinking': 'solid',
  // Colours of code: a worker, and the grammars in it and in the window.
  'editor.experimental.asyncTokenization': false,
  'editor.maxTokenizationLineLength': 1,
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'workbench.localHistory.enabled': false,
};
