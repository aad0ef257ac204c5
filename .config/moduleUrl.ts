import { pathToFileURL } from 'node:url';

/** Where a bundle is: dependencies that are modules ask for it, and CommonJS has no import.meta. */
export const moduleUrl = /* @__PURE__ */ (() => pathToFileURL(__filename).href)();
