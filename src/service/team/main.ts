/** The service for a team, which the command line loads when it is given a database. */
export { serveTeam } from './serve.ts';
export { workTeam } from './work.ts';
