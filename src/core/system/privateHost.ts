const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** The names by which a container knows the machine that it runs on. */
const containerHosts = new Set(['host.docker.internal', 'gateway.docker.internal', 'host.containers.internal']);
const privateAddress = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}$|^\[f[cd][0-9a-f]{2}:/;

/** Whether a host of a URL, as `URL` writes it, is the machine itself. */
export function isLoopbackHost(hostname: string): boolean {
  return loopback.has(hostname);
}

/**
 * Whether a host can only be one of the own network: a private address, a name of the local network, or the machine that
 * a container or a WSL distribution runs on. Plain http is spoken with it where the user agreed to that.
 */
export function isPrivateHost(hostname: string): boolean {
  return containerHosts.has(hostname) || hostname.endsWith('.local') || privateAddress.test(hostname);
}
