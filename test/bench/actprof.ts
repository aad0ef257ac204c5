import { measureActivation } from '/tmp/mine/test/bench/activation.ts';
const r = await measureActivation(Number(process.argv[2] ?? 5));
for (const a of r) console.log(a.own.toFixed(1), a.empty.toFixed(1));
