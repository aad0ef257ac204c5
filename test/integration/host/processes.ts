import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The processes that a process has started by now and whose command line matches; waits for the first. Agents have a `service.js mcp`. */
export async function childrenOf(parent: number, command: RegExp): Promise<number[]> {
  for (;;) {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
    const found = stdout
      .split('\n')
      .map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
      .filter(match => Number(match?.[2]) === parent && command.test(match?.[3] ?? ''))
      .map(match => Number(match?.[1]));
    if (found.length > 0) return found;
  }
}
