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

/** Those of a run that needs no more than our extension: editors draw the text alone, in one colour, and compute nothing about it. */
export const leanSettings = {
  'breadcrumbs.enabled': false,
  'editor.bracketPairColorization.enabled': false,
  'editor.colorDecorators': false,
  'editor.cursorBlinking': 'solid',
  // It would run the grammars in a worker, and in the window until that answers.
  'editor.experimental.asyncTokenization': false,
  'editor.folding': false,
  'editor.guides.indentation': false,
  'editor.links': false,
  'editor.matchBrackets': 'never',
  'editor.maxTokenizationLineLength': 1,
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.selectionHighlight': false,
  'editor.stickyScroll.enabled': false,
  'editor.unicodeHighlight.ambiguousCharacters': false,
  'editor.unicodeHighlight.invisibleCharacters': false,
  'editor.wordBasedSuggestions': 'off',
  'scm.diffDecorations': 'none',
  'workbench.editor.languageDetection': false,
  'workbench.localHistory.enabled': false,
};
