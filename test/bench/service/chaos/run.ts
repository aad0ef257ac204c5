/** `node test/bench/service/chaos/run.ts [--kills 200] [--seed 1]`: a team's service, killed at random moments. */
import { parseArgs } from 'node:util';
import { sharePrograms } from '../../../host/programs/programs.ts';
import { row } from '../../row.ts';
import { chaos } from './chaos.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
await sharePrograms();
const began = performance.now();
const left = await chaos({
  ...{ kills, seed: Number(values.seed), askers: 10, limit: 300 },
  onKill: (kill, acknowledged) => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    if (kill % 10 === 0) console.log(`${kill} kills, ${acknowledged} reviews asked for, ${seconds} s`);
  },
});
const { acknowledged, completed, givenUp, takenOver, problems, granted, limit } = left;
const { api, worker, postgres } = left.kills;
row(
  `Reviews after ${kills} kills (${api} API, ${worker} worker, ${postgres} Postgres)`,
  `${completed} + ${givenUp} given up of ${acknowledged}, ${takenOver} taken over`,
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
