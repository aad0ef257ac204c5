/** `node test/bench/service/chaos/run.ts [--kills 200] [--seed 1]`: a team's service, killed at random moments. */
import { parseArgs } from 'node:util';
import { row } from '../../row.ts';
import { chaos } from './chaos.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
const left = await chaos({ kills, seed: Number(values.seed), askers: 8, limit: 1_000 });
const { acknowledged, completed, givenUp, problems, granted, limit } = left;
const { api, worker, postgres } = left.kills;
row(
  `Reviews after ${kills} kills (${api} API, ${worker} worker, ${postgres} Postgres)`,
  `${completed} + ${givenUp} given up of ${acknowledged}`,
  'each acknowledged one ends',
  completed + givenUp === acknowledged,
);
row('Lost, ended twice, orphans', `${problems.length}`, '0', problems.length === 0);
row(
  'Requests granted over the plan',
  `${Math.max(0, granted - limit)} (${granted} of ${limit})`,
  '0',
  granted <= limit,
);
for (const problem of problems) console.log(`  ${problem}`);
