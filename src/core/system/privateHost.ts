const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** The names of the host machine inside a container. */
const containerHosts = new Set(['host.docker.internal', 'gateway.docker.internal', 'host.containers.internal']);
const privateAddress = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}$|^\[f[cd][0-9a-f]{2}:/;

/** Whether a host, as normalized by `URL`, is the machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  return loopback.test(hostname);
}

/**
 * Whether a host is in the local network: a private address, a local name, or the machine that a container or WSL
 * distribution runs on. Plain HTTP is used with these hosts if the user allowed it.
 */
export function isPrivateHost(hostname: string): boolean {
  return containerHosts.has(hostname) || hostname.endsWith('.local') || privateAddress.test(hostname);
}
