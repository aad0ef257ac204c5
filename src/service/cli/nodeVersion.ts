/** Ends the process where Node is older than what the service needs: import it before all that is evaluated with it. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(`code-review needs Node 22.13 or later; this is Node ${process.versions.node}.\n`);
  process.exit(2);
}
