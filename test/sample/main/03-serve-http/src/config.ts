/** Everything the service is told by its environment. */
export interface Config {
  readonly port: number;
  readonly databaseUrl: string;
  readonly paymentUrl: string;
}

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return {
    port: Number(environment['PORT'] ?? 8080),
    databaseUrl: required(environment, 'DATABASE_URL'),
    paymentUrl: required(environment, 'PAYMENT_URL'),
  };
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
