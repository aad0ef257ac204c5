/** The program that the package of the command line installs. Old versions of Node must be able to read it. */
export const cliProgram = `#!/usr/bin/env node
'use strict';
var version = process.versions.node.split('.').map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 13)) {
  console.error('code-review needs Node 22.13 or later; this is Node ' + process.versions.node + '.');
  process.exitCode = 2;
} else {
  // The program looks for its engine beside itself.
  process.argv[1] = require.resolve('../dist/service.js');
  require(process.argv[1]);
}
`;
