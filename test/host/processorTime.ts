/** Milliseconds that this process has spent on its processors; unlike a clock, it does not tell what else the machine does. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
