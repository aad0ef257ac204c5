import path from 'node:path';

/** The absolute path of taskkill.exe: a program of that name in the working directory would take precedence. */
export function taskkillPath(env: NodeJS.ProcessEnv): string {
  const root = Object.entries(env).find(([name]) => name.toUpperCase() === 'SYSTEMROOT')?.[1] ?? '';
  return path.win32.join(/^[a-z]:[\\/]/i.test(root) ? root : 'C:\\Windows', 'System32', 'taskkill.exe');
}
